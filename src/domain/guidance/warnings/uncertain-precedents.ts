import type { CheckAgain } from "../../links/check-again.ts";
import { causeWords } from "../../links/check-again-words.ts";
import type { Warning } from "../warning.ts";
import { type PrecedentHistory, quoted } from "./precedent.ts";

/** A precedent that holds, and why it should be looked at again. */
export interface UncertainPrecedent extends PrecedentHistory {
  readonly checkAgain?: readonly CheckAgain[] | undefined;
}

/** What a precedent rests on is gone, so following it may repeat what is not right any more. */
export function uncertainPrecedents(found: readonly UncertainPrecedent[]): Warning[] {
  return found.flatMap(({ decision, checkAgain = [] }): Warning[] => {
    const [nearest] = checkAgain;
    if (!nearest) return [];
    const about = checkAgain.flatMap((cause) =>
      cause.about === undefined
        ? []
        : [{ from: `${causeWords(cause)} (for ${decision.id})`, text: cause.about }],
    );
    return [
      {
        type: "check_again",
        severity: "low",
        message: `${decision.id} holds and should be checked again: ${causeWords(nearest)}.`,
        evidence: checkAgain.length === 1 ? "1 cause" : `${checkAgain.length} causes`,
        evidenceIds: [...new Set([decision.id, ...checkAgain.flatMap(({ path }) => path)])],
        quotes: [quoted(decision), ...about],
        recommendation: `Look whether ${decision.id} still fits before you build on it.`,
      },
    ];
  });
}
