import { describeDecisionStore } from "./decision-store.ts";
import { openSqlite } from "./open-sqlite.ts";
import { describeOutcomeStore } from "./outcome-store.ts";

describeDecisionStore("A SQLite file", openSqlite);
describeOutcomeStore("A SQLite file", openSqlite);
