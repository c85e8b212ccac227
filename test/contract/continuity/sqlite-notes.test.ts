import { describe } from "vitest";
import { replacing } from "../decisions/replacing.ts";
import { openSqlite } from "../open-sqlite.ts";
import { openedForEach } from "../opened-for-each.ts";
import { keepingContext, noting } from "./noting.ts";

describe("A SQLite file", () => {
  const opened = openedForEach(openSqlite);
  describe("keeps insights beside other memories", () => noting(opened));
  describe("keeps the context of a project", () => keepingContext(opened));
  describe("replaces the active decisions of a topic", () => replacing(opened));
});
