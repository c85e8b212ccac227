import { describe } from "vitest";
import { openSqlite } from "./open-sqlite.ts";
import { scoping } from "./scoping.ts";

describe("A SQLite file keeps projects apart in", () => scoping(openSqlite));
