import { covers, sameChoice } from "../../decisions/choice.ts";
import type { Decision } from "../../decisions/decision.ts";
import type { Intention, Warning } from "../warning.ts";
import { dayOf, type Precedent, quoted } from "./precedent.ts";

/** A precedent with the decision that replaced it; undefined if none did or it no longer exists. */
export interface PrecedentHistory extends Precedent {
  readonly replacement?: Decision | undefined;
}

/**
 * Warns if the same choice failed before or was replaced by another one. It does not warn if the same choice later
 * succeeded or is active again.
 */
export function rejectedChoices(intention: Intention, found: readonly PrecedentHistory[]): Warning[] {
  const proposed = { statement: intention.statement, alternatives: intention.alternatives ?? [] };
  const sameChoices = found.filter(({ decision }) => sameChoice(proposed, decision));
  const rehabilitated = sameChoices.filter(
    ({ decision }) =>
      decision.outcome?.status === "success" || (decision.standing === "active" && !hasFailed(decision)),
  );
  const since = Math.max(
    ...rehabilitated.map(({ decision }) => decision.createdAt.getTime()),
    Number.NEGATIVE_INFINITY,
  );
  return sameChoices
    .filter(({ decision, replacement }) => {
      if (decision.createdAt.getTime() <= since) return false;
      return hasFailed(decision) || (replacement !== undefined && !sameChoice(proposed, replacement));
    })
    .map(warningOf);
}

/**
 * Warns if the most relevant precedent failed and the statement mentions everything it chose: it is probably the same
 * choice in other words. It does not warn if the choice is recognisably the same (`rejectedChoices` does) or if it
 * worked out later.
 */
export function closestFailure(intention: Intention, found: readonly PrecedentHistory[]): Warning[] {
  const proposed = { statement: intention.statement, alternatives: intention.alternatives ?? [] };
  const [closest] = found;
  if (!closest || !hasFailed(closest.decision)) return [];
  const { decision } = closest;
  if (sameChoice(proposed, decision) || !covers(proposed, decision)) return [];
  const workedLater = found.some(
    (other) =>
      other.decision.createdAt > decision.createdAt &&
      other.decision.outcome?.status === "success" &&
      covers(proposed, other.decision),
  );
  if (workedLater) return [];
  return [
    {
      ...warningOf(closest),
      severity: "medium",
      message: `What comes closest to this failed: ${decision.id} of ${dayOf(decision.createdAt)}.`,
    },
  ];
}

const hasFailed = ({ outcome, progress }: Decision): boolean =>
  outcome?.status === "failure" || (outcome === undefined && progress === "failed");

function warningOf({ decision, lessons, replacement }: PrecedentHistory): Warning {
  const failed = hasFailed(decision);
  const { id, outcome } = decision;
  const when = dayOf(outcome?.at ?? decision.updatedAt);
  const score = outcome ? ` with a score of ${outcome.score}` : "";
  return {
    type: "rejected_choice",
    severity: failed ? "high" : "medium",
    message: failed
      ? `This was tried already and failed: ${id} of ${dayOf(decision.createdAt)}, on ${when}${score}.`
      : `This was decided already and given up: ${id} of ${dayOf(decision.createdAt)}, replaced on ${when}.`,
    evidence: [
      failed ? `${id} failed` : `${id} was superseded`,
      ...(replacement ? [`replaced by ${replacement.id}`] : ["nothing has replaced it"]),
      lessons.length > 0
        ? `${lessons.length} lesson${lessons.length === 1 ? "" : "s"} recorded`
        : "no lesson recorded",
    ].join("; "),
    evidenceIds: [id, ...(replacement ? [replacement.id] : [])],
    quotes: [
      quoted(decision),
      ...lessons.map((text) => ({ from: `a lesson of ${id}`, text })),
      ...(replacement ? [quoted(replacement)] : []),
    ],
    recommendation: replacement
      ? `Go by ${replacement.id}, or say what has changed since ${id}.`
      : `Say what has changed since ${id}, or choose another way.`,
  };
}
