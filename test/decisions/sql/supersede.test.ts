import { describe } from "vitest";
import { openSqlite } from "../../contract/open-sqlite.ts";
import { openedForEach } from "../../contract/opened-for-each.ts";
import { superseding, supersedingWithoutCircles } from "./superseding.ts";

describe("A SQLite file supersedes decisions", () => {
  const opened = openedForEach(openSqlite);
  superseding(opened);
});

describe("A SQLite file's supersedes graph", () => supersedingWithoutCircles(openSqlite));
