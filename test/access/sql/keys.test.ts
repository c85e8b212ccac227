import { describe } from "vitest";
import { openSqlite } from "../../contract/open-sqlite.ts";
import { openedForEach } from "../../contract/opened-for-each.ts";
import { keepingKeys } from "./keeping-keys.ts";

describe("A SQLite file", () => {
  const opened = openedForEach(openSqlite);
  describe("keeps keys", () => keepingKeys(opened));
});
