import * as z from "zod";
import { AUTHOR_KINDS, type Author } from "../../shared/actor.ts";
import { ALL_DOMAINS, DomainSlug } from "../../shared/names.ts";
import { defineOperation } from "../../shared/operations/operation.ts";
import type { BetaMath } from "../../shared/ports.ts";
import type { Screened } from "../../shared/text.ts";
import {
  BINS,
  type BinSums,
  credibleInterval,
  MIN_OUTCOMES,
  posterior,
  type Sums,
} from "../rules/calibration.ts";
import {
  type AuthorLevel,
  binSumsOf,
  type GroupSums,
  type OutcomeGroup,
  periodsOf,
  sameAuthor,
  sumOf,
  withMore,
} from "../rules/calibration-chart.ts";
import { adviceOn, judgeConfidence } from "../rules/confidence-advice.ts";
import { type Recalibration, recalibrationOf, recommendationOf } from "../rules/recalibration.ts";
import type { CalibrationDeps } from "./deps.ts";

/** A rate with the counts that it comes from. */
export interface CountedRate extends GroupSums {
  /** Undefined with fewer outcomes than a rate needs. */
  readonly rate?: { readonly mean: number; readonly interval: readonly [number, number] } | undefined;
  /** The mean of what was stated. */
  readonly meanConfidence?: number | undefined;
}

export const chartCalibration = defineOperation({
  name: "chart-calibration",
  summary: "Stated confidence against what came of it, by confidence, time, domain and author.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({
    domain: DomainSlug.optional(),
    /** Whose decisions, as calibration tells authors apart. */
    author: z.strictObject({ kind: z.enum(AUTHOR_KINDS), person: z.string().max(200).optional() }).optional(),
    /** When the outcomes were recorded. */
    since: z.date().optional(),
    until: z.date().optional(),
  }),
  async run({ domain, author, since, until }, deps: CalibrationDeps, { scope }) {
    const groups = await deps.store.outcomeGroups(scope, { since, until });
    const level = { domain, author: author && authorOf(author) };
    const evidence = await deps.store.confidenceEvidence(scope, level);
    const math = await deps.betaMath();
    const ofDomain = (group: OutcomeGroup): boolean => domain === undefined || group.domain === domain;
    const ofAuthor = (group: OutcomeGroup): boolean => !author || sameAuthor(group.author, author);
    const chosen = groups.filter((group) => ofDomain(group) && ofAuthor(group));
    const within = chosen.filter(({ isWithin }) => isWithin);
    const ever = counted(sumOf(chosen), math);
    const basis = recalibrationOf(evidence);
    const judged = judgeConfidence(basis, ever.meanConfidence ?? null);
    return {
      /** In the time that was asked for. */
      total: counted(sumOf(within), math),
      bins: binSumsOf(within).map((bin) => ({ ...bin, interval: intervalOf(bin, math) })),
      periods: periodsOf(within).map((period) => ({ ...period, ...counted(period, math) })),
      domains: byName(
        groups,
        ({ domain: name }) => name,
        (group) => group.isWithin && ofAuthor(group),
      ).map(([name, own]) => ({ name, ...counted(sumOf(own), math) })),
      authors: byName(groups, nameOf, (group) => group.isWithin && ofDomain(group)).map(([, own]) => ({
        author: (own[0] as OutcomeGroup).author,
        ...counted(sumOf(own), math),
      })),
      /** Of all time: what whoever decides next is told. */
      ever,
      status: judged.status,
      recommended: judged.recommended?.recommended,
      advice: adviceOn({ ...judged, domain: domain ?? ALL_DOMAINS, team: ever }),
      curve: curveOf(basis, evidence.own),
      more: withMore(ever, evidence, ever.meanConfidence ?? null, math),
    };
  },
});

/** The store looks for the person; the program is not told apart. */
const authorOf = ({ kind, person }: AuthorLevel): Author =>
  kind === "human"
    ? { kind, name: (person ?? "") as Screened }
    : { kind, name: kind as Screened, ...(person !== undefined && { person: person as Screened }) };

const nameOf = ({ author: { kind, person } }: OutcomeGroup): string => `${kind} ${person ?? ""}`;

/** Those with the most outcomes first. */
function byName(
  groups: readonly OutcomeGroup[],
  name: (group: OutcomeGroup) => string,
  isMeant: (group: OutcomeGroup) => boolean,
): (readonly [string, readonly OutcomeGroup[]])[] {
  const found = new Map<string, OutcomeGroup[]>();
  for (const group of groups.filter(isMeant))
    found.set(name(group), [...(found.get(name(group)) ?? []), group]);
  const size = (own: readonly OutcomeGroup[]): number => own.reduce((sum, { outcomes }) => sum + outcomes, 0);
  return [...found].sort(([a, one], [b, other]) => size(other) - size(one) || (a < b ? -1 : 1));
}

function counted(sums: GroupSums, math: BetaMath): CountedRate {
  const { outcomes, score, stated, confidence, statedScore, counts } = sums;
  const rate = posterior(sums);
  return {
    ...{ outcomes, score, stated, confidence, statedScore, counts },
    ...(outcomes >= MIN_OUTCOMES && { rate: { mean: rate.mean, interval: credibleInterval(rate, math) } }),
    ...(stated > 0 && { meanConfidence: confidence / stated }),
  };
}

const intervalOf = (sums: Sums, math: BetaMath): readonly [number, number] | undefined =>
  sums.outcomes > 0 ? credibleInterval(posterior(sums), math) : undefined;

const STEP = 0.02;

/** The recommendation for each confidence between the lowest and the highest that was stated, and not beyond. */
function curveOf(basis: Recalibration, own: readonly BinSums[]): { stated: number; recommended: number }[] {
  const from = own.findIndex(({ outcomes }) => outcomes > 0);
  if (from < 0) return [];
  const to = own.findLastIndex(({ outcomes }) => outcomes > 0) + 1;
  const steps = Math.round((to - from) / BINS / STEP);
  return Array.from({ length: steps + 1 }, (_, i) => {
    const { stated, recommended } = recommendationOf(basis, from / BINS + i * STEP);
    return { stated: Math.min(1, stated), recommended };
  });
}
