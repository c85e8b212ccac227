/** Calls about warnings: those about a decision to be made, and what became of earlier ones. */

import * as z from "zod";
import {
  countWarnings,
  type FirewallStatus,
  getWarnings,
  goneAheadOf,
  heededOf,
  listGuidance,
  undecidedOf,
  type Verdict,
  type Warning,
} from "../../learning/index.ts";
import { definePageCall } from "./page-call.ts";

/** A reason against a decision. The message and the advice are ours; the quotes are stored text. */
export interface WarningResult {
  readonly type: Warning["type"];
  readonly severity: Warning["severity"];
  readonly message: string;
  readonly evidence: string;
  readonly recommendation: string;
  readonly records: readonly string[];
  readonly quotes: readonly { readonly from: string; readonly text: string }[];
}

export interface GetWarningsResult {
  readonly status: FirewallStatus;
  /** From 0 to 1. */
  readonly risk: number;
  readonly domain: string;
  /** The gravest first. */
  readonly warnings: readonly WarningResult[];
}

const { shape } = getWarnings.input;

/** Says what an agent would be told about a decision before it makes it. */
export const getWarningsCall = definePageCall({
  name: "get-warnings",
  effect: "read",
  input: z.strictObject({
    statement: shape.statement,
    confidence: shape.confidence,
    alternatives: shape.alternatives,
  }),
  async run(args, { perform }): Promise<GetWarningsResult> {
    const { warnings, riskScore, firewallStatus, domain } = await perform(getWarnings, args);
    return {
      status: firewallStatus,
      risk: riskScore,
      domain,
      warnings: warnings.map(
        ({ type, severity, message, evidence, recommendation, evidenceIds, quotes }) => ({
          type,
          severity,
          message,
          evidence,
          recommendation,
          records: evidenceIds,
          quotes,
        }),
      ),
    };
  },
});

/** A question that somebody asked before deciding, the warnings that they got, and what became of it. */
export interface GuidanceResult {
  readonly id: string;
  readonly project: string;
  readonly at: string;
  readonly statement: string;
  readonly domain: string;
  readonly confidence: number | null;
  readonly status: FirewallStatus;
  readonly warnings: readonly { readonly type: Warning["type"]; readonly severity: Warning["severity"] }[];
  readonly cited: readonly string[];
  /** Null until something was decided about it. */
  readonly decided: {
    readonly id: string;
    readonly verdict: Verdict;
    readonly because: "choice" | "confidence" | null;
    readonly at: string;
  } | null;
}

export interface ListGuidanceResult {
  readonly guidance: readonly GuidanceResult[];
  readonly total: number;
  readonly worth: {
    readonly days: number;
    readonly warned: number;
    readonly heeded: number;
    readonly gone_ahead: number;
    readonly worked_out: number;
    readonly went_wrong: number;
    readonly undecided: number;
  };
}

export const listGuidanceCall = definePageCall({
  name: "list-guidance",
  effect: "read",
  input: z.strictObject({ limit: z.number().int().min(1).max(200).default(50) }),
  async run({ limit }, { perform }): Promise<ListGuidanceResult> {
    const { items, total } = await perform(listGuidance, { limit });
    const totals = await perform(countWarnings, {});
    return {
      guidance: items.map(({ result, ...given }) => ({
        id: given.id,
        project: given.project,
        at: given.at.toISOString(),
        statement: given.statement,
        domain: given.domain,
        confidence: given.confidence ?? null,
        status: given.firewallStatus,
        warnings: given.warnings,
        cited: given.cited,
        decided: result
          ? {
              id: result.decisionId,
              verdict: result.verdict,
              because: result.because ?? null,
              at: result.at.toISOString(),
            }
          : null,
      })),
      total,
      worth: {
        days: totals.days,
        warned: totals.warned,
        heeded: heededOf(totals),
        gone_ahead: goneAheadOf(totals),
        worked_out: totals.workedOut,
        went_wrong: totals.wentWrong,
        undecided: undecidedOf(totals),
      },
    };
  },
});
