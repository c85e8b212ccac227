import * as z from "zod";
import type { Decision } from "../decisions/decision.ts";
import type { Scope } from "../shared/scope.ts";
import type { Link } from "./link.ts";

/** What a decision needs for its narrative to be complete. */
export const NARRATIVE_PARTS = ["reasoning", "evidence", "alternatives", "risks"] as const;
export type NarrativePart = (typeof NARRATIVE_PARTS)[number];

/** A reason with more characters than this says something. */
export const RICH_REASON_OVER = 50;

const share = z.number().min(0).max(1);
/** From which share on each metric is good enough. */
export const QualityThresholds = z.strictObject({
  narrativeCoverage: share.default(0.8),
  linkCoverage: share.default(0.7),
  richReasonRatio: share.default(0.7),
});
export type QualityThresholds = z.output<typeof QualityThresholds>;
export const QUALITY_METRICS = ["narrativeCoverage", "linkCoverage", "richReasonRatio"] as const;
export type QualityMetric = (typeof QUALITY_METRICS)[number];

/** Of all decisions but drafts, and of the links that somebody gave a reason for and nobody rejected. */
export interface QualityCounts {
  readonly decisions: number;
  readonly complete: number;
  readonly parts: Readonly<Record<NarrativePart, number>>;
  /** With a link in force at least. */
  readonly linked: number;
  readonly links: number;
  readonly richReasons: number;
  /** In force by somebody's word, and not by a machine's. */
  readonly approved: number;
}

export interface QualityStore {
  qualityCounts(scope: Scope): Promise<QualityCounts>;
  /** Decisions that hold and fall short, those of high risk first and then the newest. */
  decisionsToMend(
    scope: Scope,
    metric: "narrativeCoverage" | "linkCoverage",
    limit: number,
  ): Promise<readonly Decision[]>;
  /** Links in force or waiting whose reason says little, the newest first. */
  linksToMend(scope: Scope, limit: number): Promise<readonly Link[]>;
}

/** Undefined where there is nothing to measure. */
const ratio = (part: number, whole: number): number | undefined => (whole === 0 ? undefined : part / whole);

export interface Quality {
  readonly narrativeCoverage: number | undefined;
  readonly linkCoverage: number | undefined;
  readonly richReasonRatio: number | undefined;
  readonly approvedLinkRatio: number | undefined;
  readonly parts: Readonly<Record<NarrativePart, number | undefined>>;
}

export function qualityOf(counts: QualityCounts): Quality {
  const { decisions, links, parts } = counts;
  return {
    narrativeCoverage: ratio(counts.complete, decisions),
    linkCoverage: ratio(counts.linked, decisions),
    richReasonRatio: ratio(counts.richReasons, links),
    approvedLinkRatio: ratio(counts.approved, links),
    parts: {
      reasoning: ratio(parts.reasoning, decisions),
      evidence: ratio(parts.evidence, decisions),
      alternatives: ratio(parts.alternatives, decisions),
      risks: ratio(parts.risks, decisions),
    },
  };
}

/** Where there is nothing to measure there is nothing to mend. */
export function shortfallsOf(quality: Quality, thresholds: QualityThresholds): QualityMetric[] {
  return QUALITY_METRICS.filter((metric) => {
    const value = quality[metric];
    return value !== undefined && value < thresholds[metric];
  });
}

export function missingParts(decision: Decision): NarrativePart[] {
  const { reasoning, evidence, linkedPr, linkedCommit, alternatives, risks } = decision;
  const there: Record<NarrativePart, boolean> = {
    reasoning: (reasoning ?? "").trim() !== "",
    evidence: evidence.length > 0 || linkedPr !== undefined || linkedCommit !== undefined,
    alternatives: alternatives.length > 0,
    risks: risks.length > 0,
  };
  return NARRATIVE_PARTS.filter((part) => !there[part]);
}
