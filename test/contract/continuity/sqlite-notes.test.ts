import { describe } from "vitest";
import { replacing } from "../decisions/replacing.ts";
import { openSqlite } from "../open-sqlite.ts";
import { openedForEach } from "../opened-for-each.ts";
import { keepingContext, noting } from "./noting.ts";

describe("A SQLite file", () => {
  const opened = openedForEach(openSqlite);
  describe("keeps insights beside other memories", () => noting(opened));
  describe("keeps what the work is about", () => keepingContext(opened));
  describe("replaces what holds for a topic", () => replacing(opened));
});
