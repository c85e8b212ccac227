import { afterEach, beforeEach, describe } from "vitest";
import { openSqlite } from "../open-sqlite.ts";
import type { OpenedStore } from "../opened-store.ts";
import { filing } from "./filing.ts";
import { importing } from "./importing.ts";

describe("A SQLite file", () => {
  let opened: OpenedStore;
  beforeEach(async () => {
    opened = await openSqlite();
  });
  afterEach(() => opened.dispose());
  describe("takes imports", () => importing(() => opened));
  describe("knows the files of decisions", () => filing(() => opened));
});
