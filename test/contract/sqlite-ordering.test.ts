import { describe } from "vitest";
import { openSqlite } from "./open-sqlite.ts";
import { ordering } from "./ordering.ts";

describe("A SQLite file orders by time, then by id,", () => ordering(openSqlite));
