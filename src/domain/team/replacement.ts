import { type Proposal, REPLACEMENT } from "../proposals/proposal.ts";
import { ID_PREFIX } from "../shared/ids.ts";
import type { Screened } from "../shared/text.ts";

/** A decision that was made for a place that another one had already. */
export interface LostPlace {
  readonly project: string;
  /** The decision that is a draft now. */
  readonly draft: string;
  readonly domain: string;
  /** What is in its place: a decision, or the verdict on the proposal that it was made from. */
  readonly winner: string;
  /** What both wanted to replace, or the proposal that both settled. */
  readonly wanted: readonly string[];
  readonly at: number;
}

/** Every machine makes the same proposal, so its id follows from the draft. */
export const replacementId = (draft: string): string =>
  draft.replace(new RegExp(`^${ID_PREFIX.decision}_`), `${ID_PREFIX.proposal}_`);

/** Its texts contain only ids, so that erasing a decision leaves none of its text behind. */
export function replacementFor({ project, draft, domain, winner, wanted, at }: LostPlace): Proposal {
  const text = (words: string): Screened => words as Screened;
  const about = wanted.join(", ");
  const isDecision = winner.startsWith(`${ID_PREFIX.decision}_`);
  return {
    id: replacementId(draft),
    project,
    kind: REPLACEMENT,
    target: text(draft),
    statement: text(
      isDecision
        ? `Let ${draft} take the place of ${winner}.`
        : `Let ${draft} hold, although ${about} was ${winner}.`,
    ),
    reasoning: text(
      isDecision
        ? `Two machines replaced ${about} without knowing of each other, and ${winner} was first.`
        : `Two machines settled ${about} without knowing of each other, and it was ${winner} first.`,
    ),
    domain,
    explanations: [],
    evidence: [draft, ...(isDecision ? [winner] : []), ...wanted],
    state: "draft",
    createdAt: new Date(at),
    fedAt: new Date(at),
  };
}
