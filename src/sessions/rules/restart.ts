import type { Decision, OutcomeStatus, Relation } from "../../decisions/index.ts";
import type { Commit, FileChange } from "../../shared/ports.ts";
import type { Screened } from "../../shared/text.ts";
import { DAY_MS } from "../../shared/time.ts";
import type { Claim } from "./continuity.ts";

/** The whole checkpoint, or what fits on a screen. */
export const RESTART_MODES = ["full", "summary"] as const;
export type RestartMode = (typeof RESTART_MODES)[number];

/**
 * Why the next session did not get everything: there was no checkpoint; it could not be read; or parts of the format or
 * the changes since then were missing.
 */
export const RESTART_FAILURES = ["NO_CHECKPOINT", "LOAD_ERROR", "CONTEXT_INCOMPLETE"] as const;
export type RestartFailure = (typeof RESTART_FAILURES)[number];

/** One attempt to continue a session. */
export interface RestartAttempt {
  readonly at: Date;
  readonly project: string;
  readonly mode: RestartMode;
  /** Undefined if it succeeded. */
  readonly failure?: RestartFailure | undefined;
  readonly ms: number;
}

/** That somebody tried to continue a session. */
export interface RestartObservation {
  readonly kind: "restart";
  readonly attempt: RestartAttempt;
}

/** The newest items, newest first, and the total number. */
export interface Excerpt<T> {
  readonly items: readonly T[];
  readonly total: number;
}

/** What happened in a project since a checkpoint. */
export interface MemoryChanges {
  readonly decisions: Excerpt<Decision>;
  readonly outcomes: Excerpt<{
    readonly decisionId: string;
    readonly statement: Screened;
    readonly status: OutcomeStatus;
    readonly score: number;
    readonly at: Date;
  }>;
  readonly links: Excerpt<{
    readonly id: string;
    readonly from: string;
    readonly to: string;
    readonly relation: Relation;
    /** When it was approved. */
    readonly at: Date;
  }>;
}

/** A claim that was verified at the time, and why it may no longer be true. */
export interface Doubt {
  readonly claim: string;
  readonly because: string;
  /** The files it mentions that have changed. */
  readonly files: readonly string[];
}

const MOST_PATHS = 20;
const LONGEST_PATH = 300;

/** Finds paths in a text: anything with a slash or a file extension. */
export function pathsIn(text: string): string[] {
  const words = text
    .split(/[\s`'"“”‘’()[\]{}<>,;|*]+/)
    .filter((word) => word.length <= LONGEST_PATH && !word.startsWith("-") && !word.includes("://"))
    .map((word) => word.replace(/(?:#L\d+(?:-L?\d+)?|:\d+(?::\d+)?)?[.:!?]*$/, ""))
    .filter((word) => /[^/\\.][/\\]|[/\\][^/\\]|[^.]\.[a-z][a-z0-9]{0,9}$/i.test(word))
    .map((word) => word.replace(/[/\\]+$/, ""));
  return [...new Set(words)].slice(0, MOST_PATHS);
}

/** What changed in the repository since a checkpoint. */
interface CodeChanges {
  /** Changes of files that were open or that claims mention. */
  readonly files: readonly FileChange[];
  readonly commits: number;
  /** Whether anything changed at all. */
  readonly any: boolean;
}

/** The verified claims that the changes make doubtful. A claim is never called wrong, because nobody checked it again. */
export function doubtsAbout(claims: readonly Claim[], { files, commits, any }: CodeChanges): Doubt[] {
  if (!any && files.length === 0) return [];
  return claims
    .filter(({ status }) => status === "verified")
    .map(({ text }) => {
      const named = changedFilesIn(text, files);
      return {
        claim: text,
        because:
          named.length > 0
            ? named.map(changeSentence).join(" ")
            : `It names no file that is known to have changed, but ${commitsSentence(commits)}.`,
        files: named.map(({ path }) => path),
      };
    });
}

const commitsSentence = (commits: number): string =>
  commits === 0
    ? "files were changed since without a commit"
    : `${commits} commit${commits === 1 ? " was" : "s were"} made since`;

/** Matches a file by its path or by its bare name, because people often write only the name. */
function changedFilesIn(text: string, files: readonly FileChange[]): FileChange[] {
  const named = pathsIn(text);
  return files.filter(({ path }) =>
    named.some((name) => name === path || path.endsWith(`/${name}`) || name.endsWith(`/${path}`)),
  );
}

function changeSentence({ path, kind, commit }: FileChange): string {
  return commit ? `${path} was ${kind} in ${shortCommit(commit)}.` : `${path} was ${kind} without a commit.`;
}

const shortCommit = ({ id, at }: Commit): string =>
  `commit ${id.slice(0, 10)} of ${at.toISOString().slice(0, 10)}`;

export const RESTART_PERIODS = {
  "24h": DAY_MS,
  "7d": 7 * DAY_MS,
  "30d": 30 * DAY_MS,
} as const;
export type RestartPeriod = keyof typeof RESTART_PERIODS;

/** How long attempts are kept. */
export const RESTART_RETENTION_MS = 90 * DAY_MS;

export const RESTART_TARGETS: {
  readonly successRate: number;
  readonly p95Ms: Readonly<Record<RestartMode, number>>;
} = { successRate: 0.95, p95Ms: { full: 2_500, summary: 1_000 } };

interface Latency {
  readonly restarts: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

interface RestartMetrics {
  readonly attempts: number;
  readonly successes: number;
  /** Undefined without attempts. */
  readonly successRate?: number | undefined;
  readonly failures: Readonly<Record<RestartFailure, number>>;
  /** Only attempts that returned a checkpoint: a quick "there is none" would make the numbers look better. */
  readonly latency: Readonly<Record<RestartMode, Latency | undefined>>;
}

export function restartMetrics(attempts: readonly RestartAttempt[]): RestartMetrics {
  const failed = (failure: RestartFailure): number =>
    attempts.filter((attempt) => attempt.failure === failure).length;
  const successes = attempts.filter(({ failure }) => failure === undefined).length;
  return {
    attempts: attempts.length,
    successes,
    successRate: attempts.length === 0 ? undefined : successes / attempts.length,
    failures: Object.fromEntries(RESTART_FAILURES.map((failure) => [failure, failed(failure)])) as Record<
      RestartFailure,
      number
    >,
    latency: Object.fromEntries(RESTART_MODES.map((mode) => [mode, latencyOf(attempts, mode)])) as Record<
      RestartMode,
      Latency | undefined
    >,
  };
}

function latencyOf(attempts: readonly RestartAttempt[], mode: RestartMode): Latency | undefined {
  const times = attempts
    .filter(({ mode: own, failure }) => own === mode && (!failure || failure === "CONTEXT_INCOMPLETE"))
    .map(({ ms }) => ms)
    .sort((a, b) => a - b);
  if (times.length === 0) return undefined;
  return {
    restarts: times.length,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
  };
}

/** The smallest value such that at least this share of the values does not exceed it. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
