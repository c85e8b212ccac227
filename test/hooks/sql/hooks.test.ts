import { describe } from "vitest";
import { openSqlite } from "../../contract/open-sqlite.ts";
import { openedForEach } from "../../contract/opened-for-each.ts";
import { countingWhatWasTold, followingSessions } from "./following-sessions.ts";
import { leavingNothing } from "./leaving-nothing.ts";
import { waitingForReview } from "./waiting-for-review.ts";

describe("A SQLite file", () => {
  const opened = openedForEach(openSqlite);
  describe("follows the sessions of clients", () => followingSessions(opened));
  describe("counts what they were told", () => countingWhatWasTold(opened));
  describe("keeps what waits for a person", () => waitingForReview(opened));
  describe("leaves nothing of it behind", () => leavingNothing(opened));
});
