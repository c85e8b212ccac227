import type { Decision } from "../decisions/decision.ts";
import type { OutcomeStatus } from "../decisions/outcome.ts";
import type { Relation } from "../links/link.ts";
import type { Commit, FileChange } from "../shared/ports.ts";
import type { Screened } from "../shared/text.ts";
import type { Claim } from "./continuity.ts";

/** All of a checkpoint, or what fits on a screen. */
export const RESTART_MODES = ["full", "summary"] as const;
export type RestartMode = (typeof RESTART_MODES)[number];

/**
 * Why the next session did not get everything: there was nothing; what there was could not be read; or parts of the
 * format, or what changed since, were missing from it.
 */
export const RESTART_FAILURES = ["NO_CHECKPOINT", "LOAD_ERROR", "CONTEXT_INCOMPLETE"] as const;
export type RestartFailure = (typeof RESTART_FAILURES)[number];

/** One try to carry a session on. */
export interface RestartAttempt {
  readonly at: Date;
  readonly project: string;
  readonly mode: RestartMode;
  /** Undefined when it succeeded. */
  readonly failure?: RestartFailure | undefined;
  readonly ms: number;
}

/** Some of them, the newest first, and how many there are. */
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

/** A claim that was verified then, and why it may no longer hold. */
export interface Doubt {
  readonly claim: string;
  readonly because: string;
  /** The files it names that are no longer what they were. */
  readonly files: readonly string[];
}

const MOST_PATHS = 20;
const LONGEST_PATH = 300;

/** What looks like a path in a text: something with a slash, or with the ending of a file name. */
export function pathsIn(text: string): string[] {
  const words = text
    .split(/[\s`'"“”‘’()[\]{}<>,;|*]+/)
    .filter((word) => word.length <= LONGEST_PATH && !word.startsWith("-") && !word.includes("://"))
    .map((word) => word.replace(/(?:#L\d+(?:-L?\d+)?|:\d+(?::\d+)?)?[.:!?]*$/, ""))
    .filter((word) => /[^/\\.][/\\]|[/\\][^/\\]|[^.]\.[a-z][a-z0-9]{0,9}$/i.test(word))
    .map((word) => word.replace(/[/\\]+$/, ""));
  return [...new Set(words)].slice(0, MOST_PATHS);
}

/** What a repository knows of the time since. */
export interface CodeChanges {
  /** Of the files that were open or that claims name. */
  readonly files: readonly FileChange[];
  readonly commits: number;
  /** Whether anything at all is different. */
  readonly any: boolean;
}

/** Which verified claims the changes cast doubt on. A claim is never called wrong: nobody ran it again. */
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
            : `It names no file that is known to have changed, but ${sinceThen(commits)}.`,
        files: named.map(({ path }) => path),
      };
    });
}

const sinceThen = (commits: number): string =>
  commits === 0
    ? "files were changed since without a commit"
    : `${commits} commit${commits === 1 ? " was" : "s were"} made since`;

/** By its path, or by its bare name, which people use when it is clear to them which file they mean. */
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
