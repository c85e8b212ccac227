import type { Act } from "../shared/act.ts";
import type { Scope } from "../shared/scope.ts";
import type { Link } from "./link.ts";

/** A link with its position in the order of links. */
export interface PlacedLink {
  readonly link: Link;
  /** Only the store can interpret it. The next page starts after it, and a restored link returns to it. */
  readonly place: string;
}

export interface LinkCounts {
  readonly total: number;
  /** Links that a machine made in a legacy database. */
  readonly auto: number;
}

/** A clean-up that was started. If it is interrupted it continues with the same backup. */
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

/** Bulk maintenance of links. Every batch is one transaction. */
export interface LinkUpkeepStore {
  countLinks(scope: Scope): Promise<LinkCounts>;
  /** In the order they were stored, starting after the given place. */
  linksInOrder(
    project: string,
    wanted: {
      readonly autoOnly: boolean;
      readonly after?: string | undefined;
      readonly limit: number;
    },
  ): Promise<readonly PlacedLink[]>;
  /** The latest clean-up of a project, finished or not. */
  latestCleanup(project: string): Promise<LinkCleanup | undefined>;
  beginCleanup(cleanup: LinkCleanup, act: Act): Promise<void>;
  /** Removes those of the given links that are still auto links, and returns how many. */
  removeAutoLinks(cleanup: LinkCleanup, ids: readonly string[], act: Act): Promise<number>;
  /** @throws Fault `not_found`. */
  endCleanup(cleanup: LinkCleanup, act: Act): Promise<LinkCleanup>;
  /**
   * Restores links as they were, in their old place if it is free. Skips links that exist already and links whose
   * decisions no longer both exist.
   */
  restoreLinks(
    project: string,
    runId: string,
    links: readonly PlacedLink[],
    act: Act,
  ): Promise<{ readonly restored: number; readonly present: number; readonly gone: number }>;
}
