import { expect } from "vitest";
import { actsOnPage } from "./audit.ts";

/** What both stories of a week are about. */
export const WEEK = {
  pins: "Pin dependencies exactly and update them every Monday",
  money: "Keep money as whole cents everywhere",
  uploads: "Put uploads into a bucket with signed addresses",
  cache: "Say how a cache is emptied before adding one",
  queue: "Move the worker queue from Redis to PostgreSQL",
  images: "Compress product images as AVIF with a fallback to JPEG",
  replacement: "Move the worker queue to SQLite",
} as const;

/** What is in the audit log after the week, in order. What was rejected in a session was never a record. */
const ACTS: readonly string[] = [
  "page.opened",
  "outcome.recorded",
  "outcome.reopened",
  "outcome.recorded",
  "decision.captured",
  "proposal.rejected",
  "link.approved",
  "decision.edited",
  "outcome.recorded",
  "decision.captured",
  "decision.superseded",
  "decision.retracted",
  "decision.restored",
  "page.closed",
];

export async function expectWeekInAuditLog(home: string): Promise<void> {
  const acts = await actsOnPage(home);
  expect(acts.map(({ author_kind, author }) => `${author_kind} ${author}`)).toEqual(
    acts.map(() => "human ana"),
  );
  // Skills follow from outcomes.
  expect(acts.map(({ action }) => action).filter((action) => action !== "skill.learned")).toEqual(ACTS);
}
