import type { Decision } from "../decisions/decision.ts";
import type { Scope } from "../shared/scope.ts";
import type { FollowedAnchor, WantedAnchor } from "./followed-anchor.ts";

/** How far the memory and the history were read to follow anchors. */
export interface AnchorReading {
  /** The last commit whose moves are known. */
  readonly commit?: string | undefined;
  /** When that was committed. */
  readonly at?: Date | undefined;
  /** The last entry of the log, and the last memory, whose places are known. */
  readonly entry: number;
  readonly memory: number;
}

/** A package that a manifest listed and lists no more. */
export interface LostDependency {
  readonly manifest: string;
  readonly name: string;
  readonly commit: string;
  readonly at: Date;
}

/** What reading the history changed. */
export interface AnchorsRead {
  readonly reading: AnchorReading;
  /** As they are now; the others stay. */
  readonly anchors: readonly FollowedAnchor[];
  /** Those that no decision has any more. */
  readonly dropped: readonly WantedAnchor[];
  /** All that are known now. */
  readonly manifests: readonly string[];
  readonly lost: readonly LostDependency[];
  /** Those that are listed again. */
  readonly found: readonly Pick<LostDependency, "manifest" | "name">[];
}

/**
 * Where decisions are in the code, as the history of the repository on this machine says. All of it can be made again from
 * the decisions and the repository, so it has no rows in the audit log.
 */
export interface AnchorStore {
  anchorReading(project: string): Promise<AnchorReading | undefined>;
  /** Decisions that are new or were changed since, and how far the memory is read with them. */
  decisionsToFollow(
    project: string,
    after: AnchorReading | undefined,
  ): Promise<{
    readonly decisions: readonly Decision[];
    /** Which of them are new in this memory. */
    readonly added: ReadonlySet<string>;
    readonly entry: number;
    readonly memory: number;
  }>;
  /** All of a project. */
  followedAnchors(project: string): Promise<readonly FollowedAnchor[]>;
  manifestsOf(project: string): Promise<readonly string[]>;
  saveAnchors(project: string, read: AnchorsRead): Promise<void>;
  /** By decision id. */
  anchorsOf(
    scope: Scope,
    decisionIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly FollowedAnchor[]>>;
  /** Those of a file, wherever it was when they were made, and of the folders that it is in. */
  anchorsAt(scope: Scope, path: string): Promise<readonly FollowedAnchor[]>;
  /** The decisions that a commit, given whole, is known to carry out, or that cite it. */
  decisionsOfCommit(scope: Scope, commit: string): Promise<readonly string[]>;
  lostDependencies(project: string): Promise<readonly LostDependency[]>;
  /**
   * Decisions that hold or have failed and are about a file: named for it or citing it first, those whose sessions touched
   * it last, and the newest first among them.
   */
  decisionsAboutFile(scope: Scope, path: string, limit: number): Promise<readonly Decision[]>;
}
