import { describe } from "vitest";
import { openSqlite } from "../../contract/open-sqlite.ts";
import { openedForEach } from "../../contract/opened-for-each.ts";
import { filing } from "./filing.ts";
import { importing } from "./importing.ts";
import { undoing } from "./undoing.ts";

describe("A SQLite file", () => {
  const opened = openedForEach(openSqlite);
  describe("runs imports", () => importing(opened));
  describe("takes imports back", () => undoing(opened));
  describe("keeps the ADR files of decisions", () => filing(opened));
});
