import { covers, sameChoice } from "../../decisions/choice.ts";
import type { Decision } from "../../decisions/decision.ts";
import type { Intention, Warning } from "../warning.ts";
import { dayOf, type Precedent, quoted } from "./precedent.ts";

/** What was given up: `replacement` is undefined where nothing took its place, or it is not known any more. */
export interface GivenUp extends Precedent {
  readonly replacement?: Decision | undefined;
}

/**
 * A choice that was tried and failed, or that another one replaced. It is history once the same choice worked out later,
 * or holds again.
 */
export function rejectedChoices(intention: Intention, found: readonly GivenUp[]): Warning[] {
  const meant = { statement: intention.statement, alternatives: intention.alternatives ?? [] };
  const same = found.filter(({ decision }) => sameChoice(meant, decision));
  const rehabilitated = same.filter(
    ({ decision }) =>
      decision.outcome?.status === "success" || (decision.standing === "active" && !hasFailed(decision)),
  );
  const since = Math.max(
    ...rehabilitated.map(({ decision }) => decision.createdAt.getTime()),
    Number.NEGATIVE_INFINITY,
  );
  return same
    .filter(({ decision, replacement }) => {
      if (decision.createdAt.getTime() <= since) return false;
      return hasFailed(decision) || (replacement !== undefined && !sameChoice(meant, replacement));
    })
    .map(warningOf);
}

/**
 * What comes closest failed, and all that it takes is spoken of: probably the same in other words. Nothing is said where
 * the choice is seen to be the same, which is graver, nor where it worked out later.
 */
export function closestFailure(intention: Intention, found: readonly GivenUp[]): Warning[] {
  const meant = { statement: intention.statement, alternatives: intention.alternatives ?? [] };
  const [closest] = found;
  if (!closest || !hasFailed(closest.decision)) return [];
  const { decision } = closest;
  if (sameChoice(meant, decision) || !covers(meant, decision)) return [];
  const workedLater = found.some(
    (other) =>
      other.decision.createdAt > decision.createdAt &&
      other.decision.outcome?.status === "success" &&
      covers(meant, other.decision),
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

function warningOf({ decision, lessons, replacement }: GivenUp): Warning {
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
