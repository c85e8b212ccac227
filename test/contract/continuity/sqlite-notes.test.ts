import { afterEach, beforeEach, describe } from "vitest";
import { replacing } from "../decisions/replacing.ts";
import { openSqlite } from "../open-sqlite.ts";
import type { OpenedStore } from "../opened-store.ts";
import { keepingContext, noting } from "./noting.ts";

describe("A SQLite file", () => {
  let opened: OpenedStore;
  beforeEach(async () => {
    opened = await openSqlite();
  });
  afterEach(() => opened.dispose());
  describe("keeps insights beside other memories", () => noting(() => opened));
  describe("keeps what the work is about", () => keepingContext(() => opened));
  describe("replaces what holds for a topic", () => replacing(() => opened));
});
