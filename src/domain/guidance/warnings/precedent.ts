import type { Decision } from "../../decisions/decision.ts";
import { kindWithArticle } from "../../shared/actor.ts";
import type { Screened } from "../../shared/text.ts";
import type { Quotation } from "../warning.ts";

/** A decision that recall found relevant to the proposed one. */
export interface PrecedentHistory {
  readonly decision: Decision;
  /** The lessons of its outcome. */
  readonly lessons: readonly Screened[];
  /** The decision that replaced it; undefined if none did or it no longer exists. */
  readonly replacement?: Decision | undefined;
}

export const quoted = ({ id, standing, author, statement }: Decision): Quotation => ({
  from: `${id}, ${standing}, by ${kindWithArticle(author.kind)}`,
  text: statement,
});

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

export const lessonCount = (lessons: readonly Screened[]): string =>
  lessons.length === 0
    ? "no lesson recorded"
    : `${lessons.length} lesson${lessons.length === 1 ? "" : "s"} recorded`;
