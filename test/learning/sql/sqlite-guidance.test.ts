import { describe } from "vitest";
import { openSqlite } from "../../contract/open-sqlite.ts";
import { openedForEach } from "../../contract/opened-for-each.ts";
import { guiding } from "./guiding.ts";

describe("A SQLite file", () => {
  const opened = openedForEach(openSqlite);
  describe("keeps guidance", () => guiding(opened));
});
