import { afterEach, beforeEach, describe } from "vitest";
import { openSqlite } from "../open-sqlite.ts";
import type { OpenedStore } from "../opened-store.ts";
import { superseding, supersedingWithoutCircles } from "./superseding.ts";

describe("A SQLite file supersedes decisions", () => {
  let opened: OpenedStore;
  beforeEach(async () => {
    opened = await openSqlite();
  });
  afterEach(() => opened.dispose());
  superseding(() => opened);
});

describe("A SQLite file's supersedes graph", () => supersedingWithoutCircles(openSqlite));
