import { roundedShare } from "../shared/rounding.ts";
import { gravestFirst, type Severity } from "../shared/severity.ts";

export const WARNING_TYPES = [
  "antipattern",
  "rejected_choice",
  "contradiction",
  "overconfidence",
  "underconfidence",
  "absolute_language",
  "few_alternatives",
  "changed_evidence",
  "threat",
] as const;
export type WarningType = (typeof WARNING_TYPES)[number];

/** What is thought of, before it is a decision. */
export interface Intention {
  readonly statement: string;
  readonly domain: string;
  readonly confidence?: number | undefined;
  /** Undefined when nobody said whether there are any. */
  readonly alternatives?: readonly string[] | undefined;
  readonly reasoning?: string | undefined;
}

export interface Quotation {
  /** The record, and what to make of it: `dec_x, superseded, by a human`. */
  readonly from: string;
  readonly text: string;
}

/** Something that speaks against a decision before it is made. */
export interface Warning {
  readonly type: WarningType;
  readonly severity: Severity;
  /** In our own words and ids, never in those of the memory. */
  readonly message: string;
  /** What was found, in our own words too. */
  readonly evidence: string;
  /** The records that say so, to be opened. */
  readonly evidenceIds: readonly string[];
  /** Stored text that belongs to it: data, shown as a quotation only. */
  readonly quotes: readonly Quotation[];
  readonly recommendation: string;
}

export const FIREWALL_STATUSES = ["clear", "caution", "block"] as const;
export type FirewallStatus = (typeof FIREWALL_STATUSES)[number];

/**
 * How probable it is that a warning of a severity alone makes the decision a bad one. Two grave ones block, a grave one
 * or a medium one calls for caution, and up to three slight ones are no more than remarks.
 */
const WEIGHT: Readonly<Record<Severity, number>> = { low: 0.1, medium: 0.3, high: 0.5 };
const CAUTION = 0.3;
const BLOCK = 0.7;

export interface Risk {
  readonly riskScore: number;
  readonly firewallStatus: FirewallStatus;
}

/** Each warning is taken for an independent reason (noisy or), so a further one never lowers the risk. */
export function riskOf(warnings: readonly Pick<Warning, "severity">[]): Risk {
  const spared = warnings.reduce((left, { severity }) => left * (1 - WEIGHT[severity]), 1);
  const riskScore = roundedShare(1 - spared);
  return {
    riskScore,
    firewallStatus: riskScore < CAUTION ? "clear" : riskScore < BLOCK ? "caution" : "block",
  };
}

/** The gravest first; of equals in the order of `WARNING_TYPES`. */
export function byGravity(warnings: readonly Warning[]): Warning[] {
  return [...warnings].sort(
    (a, b) => gravestFirst(a, b) || WARNING_TYPES.indexOf(a.type) - WARNING_TYPES.indexOf(b.type),
  );
}
