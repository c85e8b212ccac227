/**
 * Warnings by what was decided before: ways that failed, choices that were replaced, contradictions, uncertain
 * ground.
 */
import { countWords } from "../../calibration/index.ts";
import {
  type CheckAgain,
  causeWords,
  type Decision,
  hasFailed,
  isOtherChoice,
  opposes,
  type StatedChoice,
  sameChoice,
} from "../../decisions/index.ts";
import type { Severity } from "../../shared/severity.ts";
import { allOf } from "./estimate.ts";
import { dayOf, lessonCount, type PrecedentHistory, quoted } from "./precedent.ts";
import { failedOf, type TrackRecord, type WayRecord, workedOf } from "./track-record.ts";
import type { Intention, Quotation, Warning } from "./warning.ts";

/** Below this risk the failures of a way are no reason to warn. */
const LEAST_RISK = 0.15;
const MEDIUM_FROM = 0.3;
const HIGH_FROM = 0.6;
const MOST_IDS = 5;

/**
 * Warns if the proposed way failed before. One warning with the counts stands for all of these decisions. The advice is what
 * replaced the failed decision, the way that worked, or what the failed decision turned down.
 */
export function failedWays(record: TrackRecord, histories: readonly PrecedentHistory[]): Warning[] {
  const { thisWay, otherWays, risk } = record;
  const failed = failedOf(thisWay);
  const [last] = newestFirst(failed);
  if (!last || risk < LEAST_RISK) return [];
  const history = histories.find(({ decision }) => decision.id === last.id);
  const lessons = history?.lessons ?? [];
  const better = betterWay(history?.replacement, otherWays);
  return [
    {
      type: "rejected_choice",
      severity: severityOf(risk),
      risk,
      message: messageOf(thisWay, last),
      evidence: [
        waySentence("This way", thisWay),
        ...(otherWays.decisions.length > 0 ? [waySentence("other ways", otherWays)] : []),
        ...(history?.replacement ? [`${last.id} was replaced by ${history.replacement.id}`] : []),
      ].join("; "),
      evidenceIds: [...new Set([last, ...failed, ...(better ? [better] : [])].map(({ id }) => id))],
      quotes: [
        quoted(last),
        ...lessons.map((text): Quotation => ({ from: `a lesson of ${last.id}`, text })),
        ...(better
          ? [quoted(better)]
          : last.alternatives.map((text): Quotation => ({ from: `turned down by ${last.id}`, text }))),
      ],
      recommendation: recommendationOf(last, better),
    },
  ];
}

function messageOf({ counts }: WayRecord, last: Decision): string {
  const failedOn = last.outcome ? `, on ${dayOf(last.outcome.at)}` : "";
  const when = `${last.id} of ${dayOf(last.createdAt)}${failedOn}`;
  return allOf(counts) === 1
    ? `This was tried already and failed: ${when}.`
    : `This was tried ${allOf(counts)} times: ${countWords(counts)}. The last to fail was ${when}.`;
}

function waySentence(name: string, { counts, decisions }: WayRecord): string {
  const ids = decisions.slice(0, MOST_IDS).map(({ id }) => id);
  const more = decisions.length > ids.length ? ` and ${decisions.length - ids.length} more` : "";
  return `${name}: ${countWords(counts)} (${ids.join(", ")}${more})`;
}

/** The decision that replaced the failed one, unless it failed too; else the most relevant decision that worked otherwise. */
function betterWay(replacement: Decision | undefined, otherWays: WayRecord): Decision | undefined {
  return replacement && !hasFailed(replacement) ? replacement : workedOf(otherWays)[0];
}

function recommendationOf({ id, alternatives }: Decision, better: Decision | undefined): string {
  if (better) return `Go by ${better.id}, or say what has changed since ${id}.`;
  return alternatives.length > 0
    ? `Consider what ${id} turned down, or say what has changed since.`
    : `Say what has changed since ${id}, or choose another way.`;
}

function severityOf(risk: number): Severity {
  if (risk >= HIGH_FROM) return "high";
  return risk >= MEDIUM_FROM ? "medium" : "low";
}

const newestFirst = (decisions: readonly Decision[]): Decision[] =>
  [...decisions].sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1));

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

/** A precedent that holds, and why it should be looked at again. */
interface UncertainPrecedent extends PrecedentHistory {
  readonly checkAgain?: readonly CheckAgain[] | undefined;
}

/** The ground of a precedent is gone, so following it may repeat what is not right any more. */
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
