/**
 * Warnings by what was decided before: ways that failed, choices that were replaced, contradictions, uncertain
 * ground.
 */
import {
  type CheckAgain,
  causeWords,
  type Decision,
  hasFailed,
  opposes,
  type StatedChoice,
  type StatedRelation,
  sameChoice,
} from "../../decisions/index.ts";
import type { Severity } from "../../shared/severity.ts";
import { dayOf, lessonCount, type PrecedentHistory, quoted } from "./precedent.ts";
import { countsOf, type TrackRecord, type Way } from "./track-record.ts";
import type { Intention, Quotation, Warning } from "./warning.ts";

/** A decision that is only alike is not worth a warning below this risk. */
const LEAST_RISK_IF_ALIKE = 0.15;
const MEDIUM_FROM = 0.3;
const HIGH_FROM = 0.45;
const MOST_IDS = 5;

/**
 * Warns if the proposed way failed before: the same choice, or else what is most alike. One warning with the counts
 * stands for all of these decisions. The advice is what replaced the failed decision, the way that worked, or what the
 * failed decision turned down.
 */
export function failedWays(record: TrackRecord, histories: readonly PrecedentHistory[]): Warning[] {
  const { thisWay, otherWays, isSameChoice, risk } = record;
  const [closest] = newestFirst(thisWay.failed);
  if (!closest || (isSameChoice ? risk === 0 || isSettled(thisWay) : risk < LEAST_RISK_IF_ALIKE)) return [];
  const history = histories.find(({ decision }) => decision.id === closest.id);
  const lessons = history?.lessons ?? [];
  const better = betterWay(history?.replacement, otherWays);
  return [
    {
      type: "rejected_choice",
      severity: severityOf(risk),
      risk,
      message: messageOf(record, closest),
      evidence: [
        waySentence("This way", thisWay),
        ...(countsOf(otherWays).of > 0 ? [waySentence("other ways", otherWays)] : []),
        ...(history?.replacement ? [`${closest.id} was replaced by ${history.replacement.id}`] : []),
      ].join("; "),
      evidenceIds: [
        ...new Set([closest, ...thisWay.failed, ...(better ? [better] : [])].map(({ id }) => id)),
      ],
      quotes: [
        quoted(closest),
        ...lessons.map((text): Quotation => ({ from: `a lesson of ${closest.id}`, text })),
        ...(better
          ? [quoted(better)]
          : closest.alternatives.map((text): Quotation => ({ from: `turned down by ${closest.id}`, text }))),
      ],
      recommendation: recommendationOf(closest, better),
    },
  ];
}

/** The failures are history if the way worked out since, and at least as often. */
function isSettled({ worked, failed }: Way): boolean {
  const lastOf = (decisions: readonly Decision[]): number =>
    Math.max(
      ...decisions.map(({ outcome, updatedAt }) => (outcome?.at ?? updatedAt).getTime()),
      Number.NEGATIVE_INFINITY,
    );
  return worked.length >= failed.length && lastOf(worked) > lastOf(failed);
}

function messageOf({ thisWay, isSameChoice }: TrackRecord, closest: Decision): string {
  const { of, worked } = countsOf(thisWay);
  const failedOn = closest.outcome ? `, on ${dayOf(closest.outcome.at)}` : "";
  const when = `${closest.id} of ${dayOf(closest.createdAt)}${failedOn}`;
  if (!isSameChoice) return `What comes closest to this failed: ${when}.`;
  return of === 1
    ? `This was tried already and failed: ${when}.`
    : `This was tried ${of} times and failed ${of - worked} times, last ${when}.`;
}

function waySentence(name: string, way: Way): string {
  const { worked, of } = countsOf(way);
  const ids = [...way.failed, ...way.worked].slice(0, MOST_IDS).map(({ id }) => id);
  const more = of > ids.length ? ` and ${of - ids.length} more` : "";
  return `${name} worked out in ${worked} of ${of} (${ids.join(", ")}${more})`;
}

/** The decision that replaced the failed one, unless it failed too; else the most relevant decision that worked otherwise. */
function betterWay(replacement: Decision | undefined, otherWays: Way): Decision | undefined {
  return replacement && !hasFailed(replacement) ? replacement : otherWays.worked[0];
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

/** An active decision that cannot hold beside the proposed one. */
export interface AtOdds {
  readonly decision: Decision;
  readonly relation: StatedRelation;
}

/**
 * Warns of active decisions that the proposed one is at odds with: it takes what they turned down, turns down what they
 * took, reverses them, or answers the same question otherwise. A decision that failed is no reason against another one.
 */
export function contradictions(
  intention: Intention,
  holding: readonly Decision[],
  atOdds: readonly AtOdds[],
  links: readonly ApprovedContradiction[],
): Warning[] {
  const active = holding.filter((decision) => !hasFailed(decision));
  const proposed = { statement: intention.statement, alternatives: intention.alternatives ?? [] };
  const opposed = atOdds.filter(({ decision }) => !hasFailed(decision));
  const likeliestFirst = [...opposed].sort((a, b) => b.relation.odds - a.relation.odds);
  return [
    ...likeliestFirst.map((one) => opposedTo(one, proposed)),
    ...againstApprovedLinks(
      proposed,
      active,
      links,
      opposed.map(({ decision }) => decision),
    ),
  ];
}

function opposedTo({ decision, relation }: AtOdds, proposed: StatedChoice): Warning {
  const { id, author } = decision;
  return {
    type: "contradiction",
    severity: relation.isStated ? "high" : "medium",
    message: `It ${againstWhat({ decision, relation }, proposed)}, and ${id} holds.`,
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

function againstWhat({ decision, relation }: AtOdds, proposed: StatedChoice): string {
  const { id } = decision;
  if (opposes(proposed, decision)) return `takes what ${id} turned down`;
  if (opposes(decision, proposed)) return `turns down what ${id} chose`;
  return relation.relation === "opposite" ? `seems to reverse ${id}` : `seems to replace ${id}`;
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
