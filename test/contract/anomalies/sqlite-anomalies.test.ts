import { describe } from "vitest";
import { openSqlite } from "../open-sqlite.ts";
import { openedForEach } from "../opened-for-each.ts";
import { detectingAnomalies } from "./detecting-anomalies.ts";

describe("A SQLite file provides the facts for anomalies", () => {
  const opened = openedForEach(openSqlite);
  detectingAnomalies(opened);
});
