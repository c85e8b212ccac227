import { type Chooser, isOtherChoice, opposes, sameChoice } from "../../decisions/choice.ts";
import type { Decision } from "../../decisions/decision.ts";
import type { Intention, Warning } from "../warning.ts";
import { dayOf, quoted } from "./precedent.ts";

/** A person approved that two decisions that hold contradict each other. */
export interface Contradicting {
  readonly linkId: string;
  readonly between: readonly [string, string];
}

/**
 * Against decisions that hold and are about the same: it takes what they left, leaves what they took, or says the same
 * with another name.
 */
export function contradictions(
  intention: Intention,
  active: readonly Decision[],
  links: readonly Contradicting[],
): Warning[] {
  const meant = { statement: intention.statement, alternatives: intention.alternatives ?? [] };
  const opposed = active.filter((decision) => isOtherChoice(meant, decision));
  return [...opposed.map((decision) => opposedTo(decision, meant)), ...linked(meant, active, links, opposed)];
}

function opposedTo(decision: Decision, meant: Chooser): Warning {
  const { id, author } = decision;
  const explicit = opposes(meant, decision) || opposes(decision, meant);
  return {
    type: "contradiction",
    severity: explicit ? "high" : "medium",
    message: `It ${againstWhat(decision, meant)}, and ${id} holds.`,
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

function againstWhat(decision: Decision, meant: Chooser): string {
  if (opposes(meant, decision)) return `takes what ${decision.id} turned down`;
  return opposes(decision, meant)
    ? `turns down what ${decision.id} chose`
    : `takes something else for what ${decision.id} settled`;
}

/** What makes the same choice as one side of an approved contradiction is against the other side. */
function linked(
  meant: Chooser,
  active: readonly Decision[],
  links: readonly Contradicting[],
  opposed: readonly Decision[],
): Warning[] {
  const byId = new Map(active.map((decision) => [decision.id, decision]));
  const sideOf = ([a, b]: Contradicting["between"]): Decision | undefined =>
    [byId.get(a), byId.get(b)].find((side) => side && sameChoice(meant, side));
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
