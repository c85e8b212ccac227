import { afterEach, beforeEach, describe } from "vitest";
import { openSqlite } from "../open-sqlite.ts";
import type { OpenedStore } from "../opened-store.ts";
import { keepingSkills, tryingSkills } from "./keeping-skills.ts";

describe("A SQLite file", () => {
  let opened: OpenedStore;
  beforeEach(async () => {
    opened = await openSqlite();
  });
  afterEach(() => opened.dispose());
  describe("keeps skills", () => keepingSkills(() => opened));
  describe("remembers trials of skills", () => tryingSkills(() => opened));
});
