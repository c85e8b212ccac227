import { isOtherChoice, opposes, type StatedChoice, sameChoice } from "../../decisions/choice.ts";
import type { Decision } from "../../decisions/decision.ts";
import { hasFailed } from "../../decisions/outcome.ts";
import type { Intention, Warning } from "../warning.ts";
import { dayOf, quoted } from "./precedent.ts";

/** An approved link that says two active decisions contradict each other. */
export interface ApprovedContradiction {
  readonly linkId: string;
  readonly between: readonly [string, string];
}

/**
 * Warns of active decisions on the same subject that the proposed one is at odds with: it takes what they turned down,
 * turns down what they took, or names something else for the same purpose. A decision that failed is no reason against
 * another one.
 */
export function contradictions(
  intention: Intention,
  holding: readonly Decision[],
  links: readonly ApprovedContradiction[],
): Warning[] {
  const active = holding.filter((decision) => !hasFailed(decision));
  const proposed = { statement: intention.statement, alternatives: intention.alternatives ?? [] };
  const opposed = active.filter((decision) => isOtherChoice(proposed, decision));
  return [
    ...opposed.map((decision) => opposedTo(decision, proposed)),
    ...againstApprovedLinks(proposed, active, links, opposed),
  ];
}

function opposedTo(decision: Decision, proposed: StatedChoice): Warning {
  const { id, author } = decision;
  const explicit = opposes(proposed, decision) || opposes(decision, proposed);
  return {
    type: "contradiction",
    severity: explicit ? "high" : "medium",
    message: `It ${againstWhat(decision, proposed)}, and ${id} holds.`,
    evidence: `${id} of ${dayOf(decision.createdAt)} is active${decision.outcome ? `; its outcome was ${decision.outcome.status}` : ""}`,
    evidenceIds: [id],
    quotes: [
      quoted(decision),
      ...decision.alternatives.map((text) => ({ from: `turned down by ${id}`, text })),
    ],
    recommendation:
      author.kind === "human"
        ? `Go by ${id}, or ask the person who made it to replace it.`
        : `Go by ${id}, or supersede it and say why.`,
  };
}

function againstWhat(decision: Decision, proposed: StatedChoice): string {
  if (opposes(proposed, decision)) return `takes what ${decision.id} turned down`;
  return opposes(decision, proposed)
    ? `turns down what ${decision.id} chose`
    : `takes something else for what ${decision.id} settled`;
}

/** A choice that matches one side of an approved contradiction is at odds with the other side. */
function againstApprovedLinks(
  proposed: StatedChoice,
  active: readonly Decision[],
  links: readonly ApprovedContradiction[],
  opposed: readonly Decision[],
): Warning[] {
  const byId = new Map(active.map((decision) => [decision.id, decision]));
  const sideOf = ([a, b]: ApprovedContradiction["between"]): Decision | undefined =>
    [byId.get(a), byId.get(b)].find((side) => side && sameChoice(proposed, side));
  return links.flatMap(({ linkId, between }): Warning[] => {
    const side = sideOf(between);
    const other = between.find((id) => id !== side?.id);
    if (!side || other === undefined || opposed.some(({ id }) => id === other)) return [];
    const against = byId.get(other);
    return [
      {
        type: "contradiction",
        severity: "medium",
        message: `It repeats ${side.id}, and ${side.id} and ${other} contradict each other while both hold.`,
        evidence: `${linkId} was approved`,
        evidenceIds: [linkId, side.id, other],
        quotes: [quoted(side), ...(against ? [quoted(against)] : [])],
        recommendation: `Settle which of ${side.id} and ${other} holds first: supersede or retract the other one.`,
      },
    ];
  });
}
