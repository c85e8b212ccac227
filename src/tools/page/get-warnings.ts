import * as z from "zod";
import { getWarnings } from "../../app/guidance/get-warnings.ts";
import type { FirewallStatus, Warning } from "../../domain/guidance/warning.ts";
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

/** What an agent would be told about a decision before it makes it. */
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
