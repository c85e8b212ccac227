import { describe } from "vitest";
import { openSqlite } from "../open-sqlite.ts";
import { openedForEach } from "../opened-for-each.ts";
import { bindingNames } from "./binding-names.ts";

describe("A SQLite file", () => {
  const opened = openedForEach(openSqlite);
  describe("binds names to repositories", () => bindingNames(opened));
});
