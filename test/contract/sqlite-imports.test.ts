import { afterEach, beforeEach, describe } from "vitest";
import { filing } from "./filing.ts";
import { importing } from "./importing.ts";
import { openSqlite } from "./open-sqlite.ts";
import type { OpenedStore } from "./opened-store.ts";

describe("A SQLite file", () => {
  let opened: OpenedStore;
  beforeEach(async () => {
    opened = await openSqlite();
  });
  afterEach(() => opened.dispose());
  describe("takes imports", () => importing(() => opened));
  describe("knows the files of decisions", () => filing(() => opened));
});
