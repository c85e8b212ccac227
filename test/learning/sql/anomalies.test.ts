import { describe } from "vitest";
import { openSqlite } from "../../contract/open-sqlite.ts";
import { openedForEach } from "../../contract/opened-for-each.ts";
import { detectingAnomalies } from "./detecting-anomalies.ts";

describe("A SQLite file provides the facts for anomalies", () => {
  const opened = openedForEach(openSqlite);
  detectingAnomalies(opened);
});
