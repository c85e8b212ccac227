import type { History, NewOutcome, NewSignal, OutcomeStatus } from "../../src/decisions/rules/outcome.ts";
import { historiesOf } from "../../src/decisions/sql/outcomes.ts";
import type { Memory } from "../../src/store/file/memory.ts";
import { screened } from "./decisions.ts";

let made = 0;

export function statusFor(score: number): OutcomeStatus {
  if (score === 0.5) return "partial";
  return score > 0.5 ? "success" : "failure";
}

/** A reported outcome with defaults for what a test leaves out. */
export function outcome(
  score: number,
  fields: Partial<Omit<NewOutcome, "lessons">> & { lessons?: readonly string[] } = {},
): NewOutcome {
  return {
    id: `out_made${String(++made).padStart(6, "0")}`,
    status: statusFor(score),
    score,
    reported: {},
    metrics: {},
    ...fields,
    lessons: (fields.lessons ?? []).map(screened),
  };
}

export function signal(fields: Partial<NewSignal> = {}): NewSignal {
  return {
    id: `sig_made${String(++made).padStart(6, "0")}`,
    type: "ci_passed",
    valence: "positive",
    description: undefined,
    metrics: {},
    ...fields,
  };
}

/** All outcomes of a decision, in any project. */
export async function historyOf(memory: Memory, id: string): Promise<History> {
  return (await historiesOf(memory, "all", [id])).get(id) as History;
}
