/**
 * The reads and writes of recall in the file of a memory: memories of all types, candidates of a search, and vectors.
 */
import type { Decision } from "../../decisions/index.ts";
import type { Checkpoint, Insight, ProjectContext } from "../../sessions/index.ts";
import type { Scope } from "../../shared/scope.ts";
import type { TextQuery } from "../../shared/words/search-text.ts";
import type { Candidate } from "./match-candidates.ts";
import type { IndexedTerms } from "./query-terms.ts";

export const MEMORY_TYPES = ["decision", "checkpoint", "insight", "context"] as const;
export type MemoryType = (typeof MEMORY_TYPES)[number];

/** Memories that are not decisions and are searched by their words and their meaning. */
export const NOTE_TYPES = ["checkpoint", "insight"] as const satisfies readonly MemoryType[];
export type NoteType = (typeof NOTE_TYPES)[number];

export type Memory =
  | { readonly type: "decision"; readonly decision: Decision }
  | { readonly type: "checkpoint"; readonly checkpoint: Checkpoint }
  | { readonly type: "insight"; readonly insight: Insight }
  | { readonly type: "context"; readonly context: ProjectContext };

export type OtherMemory = Exclude<Memory, { readonly type: "decision" }>;

/** A query to a store for candidates. */
export interface CandidateQuery {
  readonly scope: Scope;
  readonly text: TextQuery;
  /** Undefined if there is no model, or not the active model of the memory. */
  readonly meaning?: { readonly model: string; readonly vector: Float32Array } | undefined;
  /** The limit for each search method. */
  readonly perMethod: number;
  /**
   * Also finds decisions by their passages and by the name of their topic. Only for somebody who asked: what is shown
   * unasked, counted or learned from goes by the decisions themselves.
   */
  readonly withPassages?: boolean | undefined;
  /** Returns only decisions with an outcome, and no heads of chains. */
  readonly settledOnly?: boolean | undefined;
}

export interface FoundCandidates extends IndexedTerms {
  /** Unranked, including the heads of the chains that were found. `ranking.ts` ranks them, the same for every store. */
  readonly candidates: readonly Candidate[];
}

/** Who embeds the claimed memories, and for how long nobody else gets them. */
export interface EmbeddingClaim {
  /** The name of the process. */
  readonly by: string;
  readonly now: Date;
  readonly leaseMs: number;
}

/** The text of a memory itself, or of one of its passages, by number. */
export interface TextToEmbed {
  /** Of the memory. */
  readonly id: string;
  readonly passage?: number | undefined;
  readonly text: string;
  /** The hash of the decision whose text it is, which may be edited while it is embedded. */
  readonly contextHash?: string | undefined;
}

export interface EmbeddedText {
  readonly id: string;
  readonly passage?: number | undefined;
  readonly contextHash?: string | undefined;
  readonly vector: Float32Array;
}

/** The answer to a question depends on the question and on this: as long as all of it stays, so does the answer. */
export interface SearchedState {
  /** Of the last change in the audit log. */
  readonly position: number;
  readonly activeModel: string | undefined;
  /** How many memories wait for a vector. */
  readonly pending: number;
}
