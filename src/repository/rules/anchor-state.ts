import { CARRIED_WITHIN_MS, type FollowedAnchor, type WantedAnchor } from "./follow-history.ts";
import { isMostlyLeft, linesOf, linesWithin, shareLeft, symbolsNamed } from "./symbols.ts";

/** What became of a place: most of its lines are there, they are others by now, or there is no such place. */
export const ANCHOR_STATES = ["holds", "changed", "gone"] as const;
export type AnchorState = (typeof ANCHOR_STATES)[number];

/** A place of a decision as it is in the working tree. */
export interface CheckedAnchor {
  readonly anchor: FollowedAnchor;
  readonly state: AnchorState;
  /** The lines of its symbol, counted from 1. */
  readonly lines?: { readonly first: number; readonly last: number } | undefined;
}

/**
 * Undefined if nothing is known of how the place was: it was not in the repository, or is no text. Right after a decision
 * its file changes because of it, so until a commit carries it out only what is gone counts.
 */
export function checkAnchor(
  anchor: FollowedAnchor,
  text: string | undefined,
  now: Date,
): CheckedAnchor | undefined {
  const { sketch, symbol, path } = anchor;
  if (sketch === undefined || anchor.source === "touched") return undefined;
  if (text === undefined) return { anchor, state: "gone" };
  const lines = linesOf(text);
  if (symbol === undefined)
    return { anchor, state: isSettling(anchor, now) || isMostlyLeft(sketch, lines) ? "holds" : "changed" };
  const [best] = [...symbolsNamed(path, lines, symbol)].sort(
    (a, b) => shareLeft(sketch, linesWithin(lines, b)) - shareLeft(sketch, linesWithin(lines, a)),
  );
  // Without its name most of its lines may still be there: it was renamed, or put into another function.
  if (!best) return { anchor, state: isMostlyLeft(sketch, lines) ? "holds" : "gone" };
  const isLeft = isSettling(anchor, now) || isMostlyLeft(sketch, linesWithin(lines, best));
  return {
    anchor,
    state: isLeft ? "holds" : "changed",
    lines: { first: best.first, last: best.last },
  };
}

const isSettling = ({ source, carried, since }: FollowedAnchor, now: Date): boolean =>
  source !== "said" && carried === "not" && now.getTime() <= since.getTime() + CARRIED_WITHIN_MS;

/** How a place is written: `src/pay.ts`, with the name of what stands there. */
export const placeName = ({ path, symbol }: Pick<FollowedAnchor, "path" | "symbol">): string =>
  symbol === undefined ? path : `${path} ${symbol}`;

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

/** By decision. */
export type CheckedAnchors = ReadonlyMap<string, readonly CheckedAnchor[]>;
