import { createHash } from "node:crypto";
import { isStopWord } from "../../decisions/index.ts";
import type { SessionKey } from "../../sessions/index.ts";
import { Fault } from "../../shared/errors.ts";
import type { Scope } from "../../shared/scope.ts";
import { foldLines, type Screened } from "../../shared/text.ts";
import { searchTerms } from "../../shared/words/search-text.ts";

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

const NO_WORD = /[^\p{L}\p{N}]+/gu;

/** Equal for the same words, however they are spaced and punctuated. It has no text, so that it may stay. */
export const candidateDigest = (quote: string): string =>
  createHash("sha256")
    .update(quote.normalize("NFKC").toLowerCase().replaceAll(NO_WORD, " ").trim())
    .digest("hex");

/** Where words stand that nobody said in a session of ours. */
export interface Citation {
  /** The commit that says it, or the one that wrote the line. */
  readonly commit?: string | undefined;
  /** The first line of its message. */
  readonly subject?: Screened | undefined;
  /** The pull request that the commit names: `#123`. */
  readonly pr?: Screened | undefined;
  /** In the repository, or the name alone of a file outside of it. */
  readonly file?: Screened | undefined;
  readonly line?: number | undefined;
  readonly isOutside?: boolean | undefined;
  /** When it was written, where that is known. */
  readonly at?: Date | undefined;
}

const SHORT_COMMIT = 7;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

/** `commit abc1234 "Drop Node 12" (#123), 3 Nov 2025`, or `CHANGELOG.md:12, 3 Nov 2025`. */
export function citationText({ commit, subject, pr, file, line, at }: Citation): string {
  const place =
    file === undefined
      ? [
          `commit ${commit?.slice(0, SHORT_COMMIT) ?? "unknown"}`,
          ...(subject === undefined ? [] : [JSON.stringify(foldLines(subject).trim())]),
          ...(pr === undefined || subject?.includes(pr) ? [] : [`(${pr})`]),
        ].join(" ")
      : `${foldLines(file)}${line === undefined ? "" : `:${line}`}`;
  return at === undefined ? place : `${place}, ${dayOf(at)}`;
}

const dayOf = (at: Date): string => `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`;

/** So much of a statement is there by no chance, however few decisions a memory has to compare it with. */
const LEAST_WORDS = 3;
const LEAST_SHARE = 0.6;

/** Whether a text has most of the words of a statement. */
export function repeatsStatement(text: string, statement: string): boolean {
  const said = new Set(searchTerms(text));
  const words = searchTerms(statement).filter((word) => !isStopWord(word));
  const shared = words.filter((word) => said.has(word)).length;
  return shared >= LEAST_WORDS && shared >= LEAST_SHARE * words.length;
}
