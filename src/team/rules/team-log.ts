import type { ChangeKey, OrderedChange, SharedChange, SharedPart } from "./member-change.ts";

/** What a log says of itself. A log that was emptied or restored from a copy is noticed by it. */
export interface LogHead {
  /** Counts the lives of the log: it is one higher each time that the log had to be begun again. */
  readonly life: number;
  /** Different in every life, also if two machines began the same one. */
  readonly lifeId: string;
  /** How many entries there are; entries are numbered from 1. */
  readonly entries: number;
  /** Up to which entry the projection was made. */
  readonly projected: number;
}

/** Where a machine stands in the log: the last entry that it read. */
export interface LogCursor {
  readonly lifeId: string;
  /** 0 before the first one. */
  readonly entry: number;
  /** The key of that entry, as text. */
  readonly key?: string | undefined;
}

export interface LogEntry extends OrderedChange {
  /** Its number in this life of the log. */
  readonly entry: number;
}

/** `lost`: this is not the log that the cursor was made in, or it was rolled back. Then everything is offered again. */
export type LogSlice =
  | { readonly state: "read"; readonly head: LogHead; readonly entries: readonly LogEntry[] }
  | { readonly state: "lost"; readonly head: LogHead | undefined };

/** A change to append. One that was confirmed before keeps its position. */
export interface OfferedChange extends SharedChange {
  readonly position?: number | undefined;
}

export interface AppendedChange extends ChangeKey {
  /**
   * `known`: the log has it already, with this position. `different`: the log has another change with this key, so this
   * one was not taken.
   */
  readonly as: "new" | "known" | "different";
  readonly position: number;
}

export type AppendResult =
  | { readonly state: "appended"; readonly changes: readonly AppendedChange[] }
  | { readonly state: "lost"; readonly head: LogHead | undefined };

/** A machine as it last reported itself. */
export interface SeenMachine {
  readonly origin: string;
  readonly seenAt: Date;
  /** The last entry that it read, in which life of the log. */
  readonly entry: number;
  readonly lifeId: string;
}

/** One thing about the server that should be otherwise. */
export interface ServerFinding {
  readonly what: "append_only" | "command_log" | "effects" | "eviction" | "access" | "version";
  readonly severity: "error" | "warning";
  /** What is so, in a sentence. */
  readonly problem: string;
  /** What to do, in a sentence that names the setting. */
  readonly remedy: string;
}

/**
 * The log of a team: it gives the changes of all machines one order, and holds a projection for questions. Every machine
 * has all of it, so it can be lost and filled again. Drivers' errors end here.
 * @throws Fault `unavailable` with the reason `graph_unavailable`, in bounded time, whatever the server does;
 *   `forbidden` with the reason `graph_refused` for a wrong user or password; `limited` with the reason `graph_full`.
 */
export interface TeamLog {
  /** Undefined if there is no log yet, or it was emptied. */
  head(): Promise<LogHead | undefined>;
  /**
   * Begins the log, or another life of it. Of several machines that do so at once, one does, and all get its head.
   * `instead` is the life that is known to be lost; undefined if there was no log at all.
   */
  begin(life: number, instead: Pick<LogHead, "lifeId"> | undefined): Promise<LogHead>;
  /** The entries after the cursor, in order, at most `limit`. */
  after(cursor: LogCursor, limit: number): Promise<LogSlice>;
  /**
   * Appends, and gives positions to those that have none: one call is whole or not at all. Sent again after a failure
   * of which nobody knows whether it was applied, it changes nothing more.
   */
  append(changes: readonly OfferedChange[], cursor: LogCursor): Promise<AppendResult>;
  /**
   * Replaces the parts of these changes by parts without text, removes the records from the projection, and what the
   * server keeps of earlier queries. Keys that the log does not have are passed over. Returns whether there was any of
   * the text.
   */
  erase(erasure: LogErasure): Promise<boolean>;
  /** Asks the server to write its files anew, so that no erased text stays in them. Returns false if it refused. */
  rewriteFiles(): Promise<boolean>;
  /** Notes that this machine is here, and how far it read. */
  report(machine: Omit<SeenMachine, "seenAt">, now: Date): Promise<void>;
  machines(): Promise<readonly SeenMachine[]>;
  /** Writes a piece of the projection, if it is up to `from` exactly. Otherwise another machine did, and it returns false. */
  project(piece: Projection): Promise<boolean>;
  ask(question: GraphQuestion): Promise<GraphAnswer>;
  /** What should be otherwise about the server, and its version. */
  examine(): Promise<{ readonly version: string; readonly findings: readonly ServerFinding[] }>;
  close(): Promise<void>;
}

/** The parts of a change as they are after some of their text was erased. */
export interface SharedPartsOf extends ChangeKey {
  readonly parts: readonly SharedPart[];
}

export interface LogErasure {
  readonly records: readonly string[];
  readonly changes: readonly SharedPartsOf[];
}

/** States and relations without words, which stay in the log. Rows replace what the projection had under their id. */
export interface Projection {
  /** Entries of the log: made from those after `from`, up to and with `to`. */
  readonly lifeId: string;
  readonly from: number;
  readonly to: number;
  readonly decisions: readonly ProjectedDecision[];
  readonly outcomes: readonly ProjectedOutcome[];
  readonly signals: readonly ProjectedSignal[];
  /** All there are: a piece replaces all of them. */
  readonly skills: readonly ProjectedSkill[];
  readonly links: readonly ProjectedLink[];
  /** Records that are gone, of any kind. */
  readonly gone: readonly string[];
}

export interface ProjectedDecision {
  readonly id: string;
  readonly domain: string;
  readonly standing: string;
  readonly progress: string;
  readonly author: string;
  readonly at: number;
  readonly confidence?: number | undefined;
  /** The outcome that counts. */
  readonly outcome?: string | undefined;
  readonly linkedPr?: boolean | undefined;
  /** The decisions that it kept from being made as proposed. */
  readonly prevented: readonly string[];
}

export interface ProjectedOutcome {
  readonly id: string;
  readonly decision: string;
  readonly status: string;
  readonly score: number;
  readonly at: number;
  readonly withdrawn: boolean;
  /** How many lessons it has: they are nodes of their own, named after the outcome and their number, without words. */
  readonly lessons: number;
}

export interface ProjectedSignal {
  readonly id: string;
  readonly decision: string;
  readonly type: string;
  readonly valence: string;
  readonly at: number;
}

export interface ProjectedSkill {
  /** Named after its first decision, because every machine finds skills for itself. */
  readonly id: string;
  readonly kind: "skill" | "antipattern";
  readonly decisions: readonly string[];
}

export interface ProjectedLink {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly relation: string;
  readonly state: string;
}

export type GraphQuestion =
  /** The decisions before and after one, oldest first, as far as `most` steps away. */
  | { readonly ask: "causal-chain"; readonly decision: string; readonly most: number }
  /** What is known of these decisions, in this order: the replica finds what is alike, by words that the graph lacks. */
  | { readonly ask: "similar"; readonly decisions: readonly string[] }
  /** The decisions that one kept from being made as proposed. */
  | { readonly ask: "prevented"; readonly decision: string };

export interface GraphStep {
  readonly decision: string;
  readonly standing: string;
  readonly progress: string;
  readonly outcome?: { readonly id: string; readonly status: string; readonly score: number } | undefined;
  /** Oldest first. */
  readonly signals: readonly { readonly id: string; readonly type: string; readonly valence: string }[];
  readonly lessons: number;
  readonly skill?: string | undefined;
}

export interface GraphAnswer {
  readonly steps: readonly GraphStep[];
  /** Which of the decisions replaced which. */
  readonly replaced: readonly { readonly from: string; readonly to: string }[];
  /** The entry of the log up to which the answer holds. */
  readonly asOf: number;
}
