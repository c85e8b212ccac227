import { describe } from "vitest";
import { openSqlite } from "../../contract/open-sqlite.ts";
import { importingTogether } from "./importing-together.ts";
import { losingTheLog } from "./losing-the-log.ts";
import { renaming } from "./renaming.ts";
import { settingAside } from "./setting-aside.ts";
import { sharing } from "./sharing.ts";
import { teamForEach } from "./team-for-each.ts";
import { upkeep } from "./upkeep.ts";

describe("A SQLite file in a team", () => {
  const team = teamForEach(openSqlite);
  describe("shares what was chosen", () => sharing(team));
  describe("shares what was imported", () => importingTogether(team));
  describe("sets aside what it cannot apply", () => settingAside(team));
  describe("outlives the log", () => losingTheLog(team));
  describe("goes on under another name", () => renaming(team));
  describe("is looked after", () => upkeep(team));
});
