import { describe } from "vitest";
import { openSqlite } from "../../contract/open-sqlite.ts";
import { openedForEach } from "../../contract/opened-for-each.ts";
import { keepingSkills, tryingSkills } from "./keeping-skills.ts";

describe("A SQLite file", () => {
  const opened = openedForEach(openSqlite);
  describe("keeps skills", () => keepingSkills(opened));
  describe("keeps trials of skills", () => tryingSkills(opened));
});
