import type { Act } from "../shared/act.ts";
import type { Scope } from "../shared/scope.ts";
import type { Link } from "./link.ts";

/** A link, and where it stands among the others. */
export interface PlacedLink {
  readonly link: Link;
  /** What it means is the store's affair: the next page begins after it, and a link that is restored goes back to it. */
  readonly place: string;
}

export interface LinkCounts {
  readonly total: number;
  /** Those that a machine made in a legacy database. */
  readonly auto: number;
}

/** A clean-up that was begun. It goes on after a kill with the backup that it began with. */
export interface LinkCleanup {
  readonly id: string;
  readonly project: string;
  readonly backup: string;
  readonly checksum: string;
  readonly startedAt: Date;
  readonly endedAt?: Date | undefined;
  readonly total: number;
  readonly removed: number;
}

/** Looking after links in bulk. Every batch is one unit of work. */
export interface LinkUpkeepStore {
  countLinks(scope: Scope): Promise<LinkCounts>;
  /** In the order they came, after the place given. */
  linksInOrder(
    project: string,
    wanted: {
      readonly autoOnly: boolean;
      readonly after?: string | undefined;
      readonly limit: number;
    },
  ): Promise<readonly PlacedLink[]>;
  /** The latest of a project, ended or not. */
  latestCleanup(project: string): Promise<LinkCleanup | undefined>;
  beginCleanup(cleanup: LinkCleanup, act: Act): Promise<void>;
  /** Of the links named those that are still auto links. Answers with how many were removed. */
  removeAutoLinks(cleanup: LinkCleanup, ids: readonly string[], act: Act): Promise<number>;
  /** @throws Fault `not_found`. */
  endCleanup(cleanup: LinkCleanup, act: Act): Promise<LinkCleanup>;
  /**
   * Brings links back as they were, in their places where those are free. What is there already, and what lost one of its
   * ends, is left alone.
   */
  restoreLinks(
    project: string,
    runId: string,
    links: readonly PlacedLink[],
    act: Act,
  ): Promise<{ readonly restored: number; readonly present: number; readonly gone: number }>;
}
