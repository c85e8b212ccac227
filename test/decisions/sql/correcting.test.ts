import { describe } from "vitest";
import { openSqlite } from "../../contract/open-sqlite.ts";
import { openedForEach } from "../../contract/opened-for-each.ts";
import { merging, reopening, replacingByExisting, restoring } from "./correcting.ts";

describe("A SQLite file lets what was said be corrected: it", () => {
  const current = openedForEach(openSqlite);
  describe("restores what was retracted, and", () => restoring(current));
  describe("replaces decisions by existing ones, and", () => replacingByExisting(current));
  describe("merges duplicates, and", () => merging(current));
  describe("reopens decisions, and", () => reopening(current));
});
