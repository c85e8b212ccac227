import { describe } from "vitest";
import { openSqlite } from "../open-sqlite.ts";
import { openedForEach } from "../opened-for-each.ts";
import { gatheringEvidence, proposing } from "./proposing.ts";

describe("A SQLite file", () => {
  const opened = openedForEach(openSqlite);
  describe("keeps proposals", () => proposing(opened));
  describe("gathers the evidence for reflection", () => gatheringEvidence(opened));
});
