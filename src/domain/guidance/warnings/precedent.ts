import type { Decision } from "../../decisions/decision.ts";
import { kindWithArticle } from "../../shared/actor.ts";
import type { Screened } from "../../shared/text.ts";
import type { Quotation } from "../warning.ts";

/** A decision that recall found relevant to the proposed one, with the lessons of its outcome. */
export interface Precedent {
  readonly decision: Decision;
  readonly lessons: readonly Screened[];
}

export const quoted = ({ id, standing, author, statement }: Decision): Quotation => ({
  from: `${id}, ${standing}, by ${kindWithArticle(author.kind)}`,
  text: statement,
});

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
