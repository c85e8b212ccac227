import { describe } from "vitest";
import { openSqlite } from "../open-sqlite.ts";
import { openedForEach } from "../opened-for-each.ts";
import { superseding, supersedingWithoutCircles } from "./superseding.ts";

describe("A SQLite file supersedes decisions", () => {
  const opened = openedForEach(openSqlite);
  superseding(opened);
});

describe("A SQLite file's supersedes graph", () => supersedingWithoutCircles(openSqlite));
