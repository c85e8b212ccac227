import type { Decision } from "../../decisions/decision.ts";
import { hasFailed } from "../../decisions/outcome.ts";
import type { Severity } from "../../shared/severity.ts";
import { countsOf, type TrackRecord, type Way } from "../track-record.ts";
import type { Quotation, Warning } from "../warning.ts";
import { dayOf, type PrecedentHistory, quoted } from "./precedent.ts";

/** What is only alike is not worth a warning below this risk. */
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

/** What replaced the failed decision, unless that failed too; else the most relevant decision that worked otherwise. */
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
