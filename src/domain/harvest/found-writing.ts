import type { CandidateOrigin } from "../hooks/candidate.ts";
import type { WrittenChoice } from "./written-choice.ts";

/** What was looked through; the report counts by it. */
export const HARVEST_SOURCES = ["commits", "reverts", "rules", "changelogs", "named"] as const;
export type HarvestSource = (typeof HARVEST_SOURCES)[number];

/** Where a choice stands, in words that nobody has screened yet. */
export interface Place {
  readonly commit?: string | undefined;
  readonly subject?: string | undefined;
  readonly pr?: string | undefined;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly isOutside?: boolean | undefined;
  readonly at?: Date | undefined;
}

export interface FoundWriting extends WrittenChoice {
  readonly source: HarvestSource;
  readonly origin: CandidateOrigin;
  readonly place: Place;
  /** The files that the commit changed. */
  readonly files: readonly string[];
}

/** The surest first, and the newest among those that are equally sure. */
export function surestFirst(a: FoundWriting, b: FoundWriting): number {
  return b.strength - a.strength || timeOf(b) - timeOf(a);
}

const timeOf = ({ place }: FoundWriting): number => place.at?.getTime() ?? 0;
