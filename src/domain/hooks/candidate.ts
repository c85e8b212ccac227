import { Fault } from "../shared/errors.ts";
import type { Scope } from "../shared/scope.ts";
import type { Screened } from "../shared/text.ts";
import type { Citation } from "./citation.ts";
import type { SessionKey } from "./reported-event.ts";

/** Who said what a candidate quotes; `written`: nobody in a session, it stands in a commit or a file. */
export const CANDIDATE_ORIGINS = ["person", "agent", "written"] as const;
export type CandidateOrigin = (typeof CANDIDATE_ORIGINS)[number];

/** A sentence that looks like a decision, found by rule in the words of a person or an agent. */
export interface FoundChoice {
  readonly origin: CandidateOrigin;
  /** The words as they were said. */
  readonly quote: string;
  /** The quote without what leads up to the choice: `use Postgres instead of Mongo`. */
  readonly statement: string;
  /** What was chosen against, where the words say so. */
  readonly alternatives: readonly string[];
  /** The reason, where the words give one. */
  readonly reasoning?: string | undefined;
}

/** A decision that perhaps was made, in a conversation or before there was a memory. It counts for nothing until a person accepts it. */
export interface DecisionCandidate extends SessionKey {
  readonly kind: "decision";
  readonly id: string;
  readonly project: string;
  readonly at: Date;
  readonly origin: CandidateOrigin;
  readonly quote: Screened;
  readonly statement: Screened;
  readonly alternatives: readonly Screened[];
  readonly reasoning?: Screened | undefined;
  /** The files that were touched in the session by then, or with the commit. */
  readonly files: readonly Screened[];
  /** Where the words stand, of what was found outside of a session. */
  readonly citation?: Citation | undefined;
}

/** Where a session stood when it ended or was shortened, in the words of the agent. The newest of a session counts. */
export interface CheckpointDraft extends SessionKey {
  readonly kind: "checkpoint";
  readonly id: string;
  readonly project: string;
  readonly at: Date;
  readonly summary: Screened;
  readonly files: readonly Screened[];
}

export type Candidate = DecisionCandidate | CheckpointDraft;

export function candidateNotFound(id: string, scope: Scope): Fault {
  const where = scope === "all" ? "any project" : `the project ${scope}`;
  return new Fault("not_found", `There is no candidate ${id} in ${where}.`, {
    field: "ref",
    received: id,
    reason: "candidate_not_found",
    hint: "Nothing was changed. It may have been reviewed or have expired.",
    remedies: [{ remedy: "list-candidates" }],
  });
}
