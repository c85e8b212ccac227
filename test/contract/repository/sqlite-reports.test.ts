import { describe } from "vitest";
import { openSqlite } from "../open-sqlite.ts";
import { openedForEach } from "../opened-for-each.ts";
import { keepingDeliveries } from "./keeping-deliveries.ts";
import { keepingReports } from "./keeping-reports.ts";

describe("A SQLite file, for what the repository says", () => {
  keepingReports(openedForEach(openSqlite));
});

describe("A SQLite file, for what services report", () => {
  keepingDeliveries(openedForEach(openSqlite));
});
