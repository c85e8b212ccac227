/** How complete decisions and links are, and what they lack. */

import * as z from "zod";
import type { Decision } from "./decision.ts";

/** The parts of a complete narrative. */
export const NARRATIVE_PARTS = ["reasoning", "evidence", "alternatives", "risks"] as const;
export type NarrativePart = (typeof NARRATIVE_PARTS)[number];

/** A reason with more characters than this counts as rich. */
export const RICH_REASON_OVER = 50;

const share = z.number().min(0).max(1);
/** The share from which each metric is good enough. */
export const QualityThresholds = z.strictObject({
  narrativeCoverage: share.default(0.8),
  linkCoverage: share.default(0.7),
  richReasonRatio: share.default(0.7),
});
export type QualityThresholds = z.output<typeof QualityThresholds>;
export const QUALITY_METRICS = ["narrativeCoverage", "linkCoverage", "richReasonRatio"] as const;
export type QualityMetric = (typeof QUALITY_METRICS)[number];

/** Counts of all decisions except drafts, and of the links with a reason that were not rejected. */
export interface QualityCounts {
  readonly decisions: number;
  readonly complete: number;
  readonly parts: Readonly<Record<NarrativePart, number>>;
  /** Decisions with at least one link in force. */
  readonly linked: number;
  readonly links: number;
  readonly richReasons: number;
  /** Links in force that are not auto links. */
  readonly approved: number;
}

/** Undefined if there is nothing to measure. */
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

/** A metric without anything to measure is no shortfall. */
export function shortfallsOf(quality: Quality, thresholds: QualityThresholds): QualityMetric[] {
  return QUALITY_METRICS.filter((metric) => {
    const value = quality[metric];
    return value !== undefined && value < thresholds[metric];
  });
}

/** Each part can be given when a decision is captured: evidence as a file, risks also as their level. */
export function missingParts(decision: Decision): NarrativePart[] {
  const { reasoning, evidence, linkedPr, linkedCommit, alternatives, risks, riskLevel } = decision;
  const present: Record<NarrativePart, boolean> = {
    reasoning: (reasoning ?? "").trim() !== "",
    evidence: evidence.length > 0 || linkedPr !== undefined || linkedCommit !== undefined,
    alternatives: alternatives.length > 0,
    risks: risks.length > 0 || riskLevel !== undefined,
  };
  return NARRATIVE_PARTS.filter((part) => !present[part]);
}
