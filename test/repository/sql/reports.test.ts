import { describe } from "vitest";
import { openSqlite } from "../../contract/open-sqlite.ts";
import { openedForEach } from "../../contract/opened-for-each.ts";
import { keepingDeliveries } from "./keeping-deliveries.ts";
import { keepingReports } from "./keeping-reports.ts";

describe("A SQLite file, for what the repository says", () => {
  keepingReports(openedForEach(openSqlite));
});

describe("A SQLite file, for what services report", () => {
  keepingDeliveries(openedForEach(openSqlite));
});
