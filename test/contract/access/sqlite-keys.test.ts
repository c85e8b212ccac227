import { describe } from "vitest";
import { openSqlite } from "../open-sqlite.ts";
import { openedForEach } from "../opened-for-each.ts";
import { keepingKeys } from "./keeping-keys.ts";

describe("A SQLite file", () => {
  const opened = openedForEach(openSqlite);
  describe("keeps keys", () => keepingKeys(opened));
});
