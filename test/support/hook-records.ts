import type { CheckpointDraft, DecisionCandidate } from "../../src/candidates/rules/candidate.ts";
import type { Told } from "../../src/hooks/rules/hook-session.ts";
import { DAY, screened } from "./decisions.ts";

export const SESSION = { client: "claude-code", session: "one" } as const;

let made = 0;

/** A candidate with words of its own, unless a test gives some. */
export function candidate(fields: Partial<DecisionCandidate> = {}): DecisionCandidate {
  const number = ++made;
  return {
    ...SESSION,
    kind: "decision",
    id: `cand_made${String(number).padStart(6, "0")}`,
    project: "shop",
    at: DAY,
    origin: "person",
    quote: screened(`Then let us use the table number ${number} instead of files, it is faster.`),
    statement: screened(`Use the table number ${number} instead of files`),
    alternatives: [screened("files")],
    reasoning: screened("it is faster"),
    files: [screened("src/orders.ts")],
    ...fields,
  };
}

export function checkpointDraft(fields: Partial<CheckpointDraft> = {}): CheckpointDraft {
  return {
    ...SESSION,
    kind: "checkpoint",
    id: `cand_made${String(++made).padStart(6, "0")}`,
    project: "shop",
    at: DAY,
    summary: screened("The order table is half done; the tests of refunds still fail."),
    files: [screened("src/orders.ts")],
    ...fields,
  };
}

export const told = (fields: Partial<Told> = {}): Told => ({
  ...SESSION,
  project: "shop",
  epoch: 0,
  at: DAY,
  event: "prompt",
  kind: "in-force",
  record: "dec_a",
  tokens: 40,
  ...fields,
});
