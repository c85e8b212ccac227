import { afterEach, beforeEach, describe } from "vitest";
import { openSqlite } from "../open-sqlite.ts";
import type { OpenedStore } from "../opened-store.ts";
import { countingUse } from "./counting-use.ts";

describe("A SQLite file counts how it is used", () => {
  let opened: OpenedStore;
  beforeEach(async () => {
    opened = await openSqlite();
  });
  afterEach(() => opened.dispose());
  countingUse(() => opened);
});
