import { afterEach, beforeEach, describe } from "vitest";
import { openSqlite } from "../open-sqlite.ts";
import type { OpenedStore } from "../opened-store.ts";
import { checkpointing, countingRestarts } from "./checkpointing.ts";

describe("A SQLite file", () => {
  let opened: OpenedStore;
  beforeEach(async () => {
    opened = await openSqlite();
  });
  afterEach(() => opened.dispose());
  describe("keeps checkpoints", () => checkpointing(() => opened));
  describe("counts restarts", () => countingRestarts(() => opened));
});
