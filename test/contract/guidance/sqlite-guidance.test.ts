import { describe } from "vitest";
import { openSqlite } from "../open-sqlite.ts";
import { openedForEach } from "../opened-for-each.ts";
import { guiding } from "./guiding.ts";

describe("A SQLite file", () => {
  const opened = openedForEach(openSqlite);
  describe("keeps guidance", () => guiding(opened));
});
