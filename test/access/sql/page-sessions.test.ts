import { describe } from "vitest";
import { openSqlite } from "../../contract/open-sqlite.ts";
import { openedForEach } from "../../contract/opened-for-each.ts";
import { signingIn } from "./signing-in.ts";

describe("A SQLite file", () => {
  const opened = openedForEach(openSqlite);
  describe("keeps who is signed in", () => signingIn(opened));
});
