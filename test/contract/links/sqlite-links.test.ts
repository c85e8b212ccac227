import { afterEach, beforeEach, describe } from "vitest";
import { openSqlite } from "../open-sqlite.ts";
import type { OpenedStore } from "../opened-store.ts";
import { linking } from "./linking.ts";
import { tidyingLinks } from "./tidying-links.ts";

describe("A SQLite file", () => {
  let opened: OpenedStore;
  beforeEach(async () => {
    opened = await openSqlite();
  });
  afterEach(() => opened.dispose());
  describe("keeps links", () => linking(() => opened));
  describe("tidies links up", () => tidyingLinks(() => opened));
});
