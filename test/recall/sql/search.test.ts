import { describe } from "vitest";
import { openSqlite } from "../../contract/open-sqlite.ts";
import { openedForEach } from "../../contract/opened-for-each.ts";
import { claiming } from "./claiming.ts";
import { findingPassages } from "./finding-passages.ts";
import { searching } from "./searching.ts";

describe("A SQLite file finds decisions by words, meaning and what replaced them", () => {
  const opened = openedForEach(openSqlite);
  searching(opened);
});

describe("A SQLite file shares the decisions to embed among processes, and", () => {
  const opened = openedForEach(openSqlite);
  claiming(opened, openSqlite);
});

describe("A SQLite file finds what was learned and noted, and", () => {
  const opened = openedForEach(openSqlite);
  findingPassages(opened);
});
