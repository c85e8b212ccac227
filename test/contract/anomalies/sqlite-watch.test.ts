import { describe } from "vitest";
import { openSqlite } from "../open-sqlite.ts";
import { openedForEach } from "../opened-for-each.ts";
import { watching } from "./watching.ts";

describe("A SQLite file answers whoever keeps watch", () => {
  const opened = openedForEach(openSqlite);
  watching(opened);
});
