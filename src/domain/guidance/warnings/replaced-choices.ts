import { sameChoice } from "../../decisions/choice.ts";
import { hasFailed } from "../../decisions/outcome.ts";
import type { Intention, Warning } from "../warning.ts";
import { dayOf, lessonCount, type PrecedentHistory, quoted } from "./precedent.ts";

/**
 * Warns if the same choice was replaced by another one. It does not warn if the replacement failed, or if the same choice
 * worked out or is active again since; whether the choice itself failed is for `failedWays` to say.
 */
export function replacedChoices(intention: Intention, found: readonly PrecedentHistory[]): Warning[] {
  const proposed = { statement: intention.statement, alternatives: intention.alternatives ?? [] };
  const sameChoices = found.filter(({ decision }) => sameChoice(proposed, decision) && !hasFailed(decision));
  const since = Math.max(
    ...sameChoices
      .filter(({ decision }) => decision.outcome !== undefined || decision.standing === "active")
      .map(({ decision }) => decision.createdAt.getTime()),
    Number.NEGATIVE_INFINITY,
  );
  return sameChoices
    .filter(
      ({ decision, replacement }) =>
        decision.createdAt.getTime() > since &&
        replacement !== undefined &&
        !hasFailed(replacement) &&
        !sameChoice(proposed, replacement),
    )
    .map(warningOf);
}

function warningOf({ decision, lessons, replacement }: PrecedentHistory): Warning {
  const { id } = decision;
  const by = replacement ? [replacement] : [];
  return {
    type: "rejected_choice",
    severity: "medium",
    message: `This was decided already and given up: ${id} of ${dayOf(decision.createdAt)}, replaced on ${dayOf(decision.updatedAt)}.`,
    evidence: [
      `${id} was superseded`,
      ...by.map((one) => `replaced by ${one.id}`),
      lessonCount(lessons),
    ].join("; "),
    evidenceIds: [id, ...by.map((one) => one.id)],
    quotes: [
      quoted(decision),
      ...lessons.map((text) => ({ from: `a lesson of ${id}`, text })),
      ...by.map(quoted),
    ],
    recommendation: by.map((one) => `Go by ${one.id}, or say what has changed since ${id}.`).join(""),
  };
}
