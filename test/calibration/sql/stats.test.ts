import { describe } from "vitest";
import { openSqlite } from "../../contract/open-sqlite.ts";
import { openedForEach } from "../../contract/opened-for-each.ts";
import { countingUse } from "./counting-use.ts";

describe("A SQLite file counts how it is used", () => {
  const opened = openedForEach(openSqlite);
  countingUse(opened);
});
