import type { Erased } from "../shared/erasure.ts";
import type { Scope } from "../shared/scope.ts";
import type { Screened } from "../shared/text.ts";
import type { Candidate, CheckpointDraft, DecisionCandidate } from "./candidate.ts";
import type { HookSession, Told, ToldKind } from "./hook-session.ts";
import type { SessionKey } from "./reported-event.ts";

/** What changes of a session. What is left out stays. */
export interface SessionChange {
  readonly isOff?: boolean | undefined;
  /** Set if the conversation was shortened. */
  readonly compacted?: boolean | undefined;
  /** A new prompt begins a new turn, in which nothing was captured yet. */
  readonly prompt?: Screened | undefined;
  /** A decision that was captured in this turn. */
  readonly captured?: string | undefined;
  readonly files?: readonly Screened[] | undefined;
}

export interface ToldTotals {
  /** Messages, not records. */
  readonly messages: number;
  readonly tokens: number;
  readonly records: Readonly<Record<ToldKind, number>>;
}

/**
 * What hooks leave behind: sessions, what they were told, and candidates that wait for a person. All of it stays on this
 * machine, has no rows in the audit log, and is deleted after `HOOKS_KEPT_DAYS`, but for the digests of what was reviewed.
 */
export interface HookStore {
  hookSession(key: SessionKey): Promise<HookSession | undefined>;
  /** The sessions of a scope whose name begins so, at most two. */
  sessionsNamed(scope: Scope, prefix: string): Promise<readonly HookSession[]>;
  /** Creates the session if it is new. */
  noteSession(
    session: Pick<HookSession, "client" | "session" | "project" | "folder">,
    change: SessionChange,
    at: Date,
  ): Promise<HookSession>;
  /** The files that tools of the session changed, the latest first. */
  touchedFiles(key: SessionKey, limit: number): Promise<readonly Screened[]>;
  /** The decisions and files that the session was told of since its conversation was last shortened. */
  toldSoFar(key: SessionKey): Promise<{
    readonly records: ReadonlySet<string>;
    readonly files: ReadonlySet<string>;
  }>;
  recordTold(told: readonly Told[]): Promise<void>;
  /** Newest first. */
  listTold(scope: Scope, limit: number): Promise<readonly Told[]>;
  toldTotals(scope: Scope, since: Date): Promise<ToldTotals>;

  /** Leaves out what is waiting already, in the same words. Returns how many were added. */
  addCandidates(candidates: readonly DecisionCandidate[]): Promise<number>;
  /** In place of the one that the session has. */
  saveCheckpointDraft(draft: CheckpointDraft): Promise<void>;
  /** The newest of a project that is later than the given time. */
  latestCheckpointDraft(project: string, after: Date | undefined): Promise<CheckpointDraft | undefined>;
  /** Oldest first. */
  openCandidates(
    scope: Scope,
    limit: number,
  ): Promise<{ readonly items: readonly Candidate[]; readonly total: number }>;
  findCandidate(scope: Scope, id: string): Promise<Candidate | undefined>;
  /** Which of these digests are of candidates that were accepted or rejected; see `candidateDigest`. */
  settledAmong(project: string, digests: readonly string[]): Promise<ReadonlySet<string>>;
  /** Removes a candidate that was accepted or rejected, and keeps its digest. False if it was gone already. */
  settleCandidate(scope: Scope, id: string, at: Date): Promise<boolean>;
  /** The same, and removes its text from the disk. @throws Fault `not_found`. */
  eraseCandidate(scope: Scope, id: string): Promise<Erased>;
  /** Deletes what is too old, and returns how many records that were. */
  expireHooks(now: Date): Promise<number>;
}
