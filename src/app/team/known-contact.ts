import type { TeamProgress } from "../../domain/team/membership.ts";
import type { Contact } from "./team-sync.ts";

/** An answer that is older says nothing about now. It is noted half as long after the one before. */
const FRESH_MS = 60_000;
const NOTED_EVERY_MS = FRESH_MS / 2;

/** When the log of a team answered, and since when it does not. */
export interface KnownContact {
  /** Whether the store should be told. */
  answered(now: Date): boolean;
  failed(now: Date, why: string): boolean;
  describe(now: Date, retryAfterMs: number): Contact;
  /** Whether a call may wait for it, because it answered a moment ago. */
  isFresh(now: Date): boolean;
}

/** Begins with what the store knows from earlier programs, and from others of this machine. */
export function knownContact({ contactAt, problem, problemSince }: TeamProgress): KnownContact {
  let at = contactAt;
  let away =
    problem === undefined || problemSince === undefined ? undefined : { since: problemSince, why: problem };
  let noted = at;
  return {
    answered(now) {
      at = now;
      const isNews = away !== undefined || !noted || now.getTime() - noted.getTime() >= NOTED_EVERY_MS;
      if (isNews) noted = now;
      away = undefined;
      return isNews;
    },
    failed(now, why) {
      const isNews = away === undefined || away.why !== why;
      away = { since: away?.since ?? now, why };
      return isNews;
    },
    describe(now, retryAfterMs) {
      if (away)
        return { state: "away", ...away, at, retryAfter: Math.max(1, Math.ceil(retryAfterMs / 1_000)) };
      return at && isWithin(at, now) ? { state: "in_touch", at } : { state: "unknown", at };
    },
    isFresh: (now) => away === undefined && at !== undefined && isWithin(at, now),
  };
}

const isWithin = (at: Date, now: Date): boolean => now.getTime() - at.getTime() < FRESH_MS;
