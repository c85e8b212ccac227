import { describe } from "vitest";
import { openSqlite } from "../../contract/open-sqlite.ts";
import { openedForEach } from "../../contract/opened-for-each.ts";
import { keepingAnchors } from "./keeping-anchors.ts";

describe("A SQLite file, for where decisions are in the code", () => {
  keepingAnchors(openedForEach(openSqlite));
});
