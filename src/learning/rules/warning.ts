/** A reason against a proposed decision, the risk of several together, and counts of what became of them. */
import { roundedShare } from "../../shared/rounding.ts";
import { mostSevereFirst, type Severity } from "../../shared/severity.ts";

export const WARNING_TYPES = [
  "antipattern",
  "rejected_choice",
  "contradiction",
  "overconfidence",
  "underconfidence",
  "absolute_language",
  "few_alternatives",
  "changed_evidence",
  "check_again",
  "threat",
] as const;
export type WarningType = (typeof WARNING_TYPES)[number];

/** A proposed decision, before it is made. */
export interface Intention {
  readonly statement: string;
  readonly domain: string;
  readonly confidence?: number | undefined;
  /** Undefined when the caller was not asked for alternatives. */
  readonly alternatives?: readonly string[] | undefined;
  readonly reasoning?: string | undefined;
}

export interface Quotation {
  /** The record with its standing and author: `dec_x, superseded, by a human`. */
  readonly from: string;
  readonly text: string;
}

/** A reason against a proposed decision. */
export interface Warning {
  readonly type: WarningType;
  readonly severity: Severity;
  /** The probability that it makes the decision a bad one, if the severity alone does not say it. */
  readonly risk?: number | undefined;
  /** Whether it was learned from outcomes, which the history counts already. */
  readonly isLearned?: true | undefined;
  /** Written by us and containing only ids, never stored text. */
  readonly message: string;
  /** The findings. Contains no stored text either. */
  readonly evidence: string;
  /** The records behind it, for the caller to open. */
  readonly evidenceIds: readonly string[];
  /** Stored text that belongs to it. It is data and is only ever shown as a quotation. */
  readonly quotes: readonly Quotation[];
  readonly recommendation: string;
}

export const FIREWALL_STATUSES = ["clear", "caution", "block"] as const;
export type FirewallStatus = (typeof FIREWALL_STATUSES)[number];

/**
 * The probability that one warning of this severity makes the decision a bad one. A critical warning blocks alone, and so
 * do two high ones; one high or medium warning calls for caution, and up to three low ones leave the status clear.
 */
const WEIGHT: Readonly<Record<Severity, number>> = { low: 0.1, medium: 0.3, high: 0.5, critical: 0.9 };
const CAUTION = 0.3;
const BLOCK = 0.7;

/** What may speak against a decision: what is known to go wrong, what was decided otherwise, and what came of its way. */
export const CHANNELS = ["dangers", "contradictions", "history"] as const;
export type Channel = (typeof CHANNELS)[number];

/**
 * The channel of each type that counts for the risk. History counts as the estimate says, once for all of its warnings;
 * confidence is a number; and a threat is about the code, not about the decision.
 */
const CHANNEL_OF: Readonly<Partial<Record<WarningType, Channel>>> = {
  antipattern: "dangers",
  absolute_language: "dangers",
  few_alternatives: "dangers",
  contradiction: "contradictions",
  changed_evidence: "contradictions",
  check_again: "contradictions",
};

export interface Risk {
  readonly riskScore: number;
  readonly firewallStatus: FirewallStatus;
  /** The risk by each channel; that of the decision is the largest. */
  readonly channels: Readonly<Record<Channel, number>>;
}

/**
 * Within a channel the warnings are independent reasons (noisy-or). A decision in force that says otherwise, and a related
 * failure, call for caution whatever the number is.
 */
export function riskOf(
  warnings: readonly Pick<Warning, "type" | "severity" | "risk" | "isLearned">[],
  history: number,
  isRelatedToFailure: boolean,
): Risk {
  const of = (channel: Channel): number =>
    warnings
      .filter(({ type, isLearned }) => CHANNEL_OF[type] === channel && !isLearned)
      .reduce((risk, { severity, risk: own }) => 1 - (1 - risk) * (1 - (own ?? WEIGHT[severity])), 0);
  const givenUp = warnings.filter(({ type, risk }) => type === "rejected_choice" && risk === undefined);
  const channels = {
    dangers: roundedShare(of("dangers")),
    contradictions: roundedShare(
      Math.max(of("contradictions"), ...givenUp.map(({ severity }) => WEIGHT[severity])),
    ),
    history: roundedShare(history),
  };
  const riskScore = Math.max(...Object.values(channels));
  const mustBeRead = isRelatedToFailure || warnings.some(({ type }) => type === "contradiction");
  return {
    riskScore,
    channels,
    firewallStatus: riskScore >= BLOCK ? "block" : riskScore >= CAUTION || mustBeRead ? "caution" : "clear",
  };
}

/** Gravest first; equally grave warnings in the order of `WARNING_TYPES`. */
export function byGravity(warnings: readonly Warning[]): Warning[] {
  return [...warnings].sort(
    (a, b) => mostSevereFirst(a, b) || WARNING_TYPES.indexOf(a.type) - WARNING_TYPES.indexOf(b.type),
  );
}

/** How often somebody was warned before a decision, and what became of it. */
export interface WarningTotals {
  /** Guidance that called for caution or blocked. */
  readonly warned: number;
  /** Those after which another choice was made, or the same with less confidence. */
  readonly otherChoice: number;
  readonly lessConfidence: number;
  /** Those after which it was decided as proposed, by how it worked out. */
  readonly workedOut: number;
  readonly wentWrong: number;
  readonly noOutcomeYet: number;
}

export const heededOf = ({ otherChoice, lessConfidence }: WarningTotals): number =>
  otherChoice + lessConfidence;

export const goneAheadOf = ({ workedOut, wentWrong, noOutcomeYet }: WarningTotals): number =>
  workedOut + wentWrong + noOutcomeYet;

/** Warnings after which no decision came that could be compared with what was proposed. */
export const undecidedOf = (totals: WarningTotals): number =>
  totals.warned - heededOf(totals) - goneAheadOf(totals);

/** Nothing where nobody was warned. */
export function warningSentences(totals: WarningTotals, days: number): string[] {
  const { warned, otherChoice, lessConfidence, workedOut, wentWrong, noOutcomeYet } = totals;
  if (warned === 0) return [];
  const [heeded, goneAhead, undecided] = [heededOf(totals), goneAheadOf(totals), undecidedOf(totals)];
  return [
    `Warned before ${warned === 1 ? "1 decision" : `${warned} decisions`} in the last ${days === 1 ? "day" : `${days} days`}.`,
    ...(heeded === 0
      ? []
      : [
          `Heeded ${times(heeded)}: ${listed([otherChoice, "by another choice"], [lessConfidence, "by less confidence"])}.`,
        ]),
    ...(goneAhead === 0
      ? []
      : [
          `Gone ahead with ${times(goneAhead)}: ${listed([workedOut, "worked out all the same"], [wentWrong, "went wrong"], [noOutcomeYet, noOutcomeYet === 1 ? "has no outcome yet" : "have no outcome yet"])}.`,
        ]),
    ...(undecided === 0 ? [] : [`Not followed by a decision that could be compared: ${undecided}.`]),
  ];
}

const times = (count: number): string => (count === 1 ? "once" : count === 2 ? "twice" : `${count} times`);

const listed = (...parts: readonly (readonly [count: number, what: string])[]): string =>
  parts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${what}`)
    .join(", ");
