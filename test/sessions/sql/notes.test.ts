import { describe } from "vitest";
import { openSqlite } from "../../contract/open-sqlite.ts";
import { openedForEach } from "../../contract/opened-for-each.ts";
import { replacing } from "../../decisions/sql/replacing.ts";
import { keepingContext, noting } from "./noting.ts";

describe("A SQLite file", () => {
  const opened = openedForEach(openSqlite);
  describe("keeps insights beside other memories", () => noting(opened));
  describe("keeps the context of a project", () => keepingContext(opened));
  describe("replaces the active decisions of a topic", () => replacing(opened));
});
