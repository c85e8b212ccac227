import { describe } from "vitest";
import { openSqlite } from "../open-sqlite.ts";
import { openedForEach } from "../opened-for-each.ts";
import { signingIn } from "./signing-in.ts";

describe("A SQLite file", () => {
  const opened = openedForEach(openSqlite);
  describe("keeps who is signed in", () => signingIn(opened));
});
