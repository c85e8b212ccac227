import { afterEach, beforeEach, describe } from "vitest";
import { openSqlite } from "../open-sqlite.ts";
import type { OpenedStore } from "../opened-store.ts";
import { gatheringEvidence, proposing } from "./proposing.ts";

describe("A SQLite file", () => {
  let opened: OpenedStore;
  beforeEach(async () => {
    opened = await openSqlite();
  });
  afterEach(() => opened.dispose());
  describe("keeps proposals", () => proposing(() => opened));
  describe("gathers what reflection weighs", () => gatheringEvidence(() => opened));
});
