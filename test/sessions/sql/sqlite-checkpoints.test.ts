import { describe } from "vitest";
import { openSqlite } from "../../contract/open-sqlite.ts";
import { openedForEach } from "../../contract/opened-for-each.ts";
import { checkpointing, countingRestarts } from "./checkpointing.ts";

describe("A SQLite file", () => {
  const opened = openedForEach(openSqlite);
  describe("keeps checkpoints", () => checkpointing(opened));
  describe("counts restarts", () => countingRestarts(opened));
});
