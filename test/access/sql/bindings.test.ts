import { describe } from "vitest";
import { openSqlite } from "../../contract/open-sqlite.ts";
import { openedForEach } from "../../contract/opened-for-each.ts";
import { bindingNames } from "./binding-names.ts";

describe("A SQLite file", () => {
  const opened = openedForEach(openSqlite);
  describe("binds names to repositories", () => bindingNames(opened));
});
