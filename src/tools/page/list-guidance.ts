import * as z from "zod";
import { countWarnings } from "../../app/guidance/count-warnings.ts";
import { listGuidance } from "../../app/guidance/list-guidance.ts";
import type { Verdict } from "../../domain/guidance/guidance.ts";
import type { FirewallStatus, Warning } from "../../domain/guidance/warning.ts";
import { goneAheadOf, heededOf, undecidedOf } from "../../domain/guidance/warning-totals.ts";
import { definePageCall } from "./page-call.ts";

/** What somebody asked about before deciding, what they were warned of, and what became of it. */
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
