import { describe } from "vitest";
import { openSqlite } from "../../contract/open-sqlite.ts";
import { openedForEach } from "../../contract/opened-for-each.ts";
import { gatheringEvidence, proposing } from "./proposing.ts";

describe("A SQLite file", () => {
  const opened = openedForEach(openSqlite);
  describe("keeps proposals", () => proposing(opened));
  describe("gathers the evidence for reflection", () => gatheringEvidence(opened));
});
