import * as z from "zod";
import { type Experience, queryThreats } from "../../app/guidance/query-threats.ts";
import { roundTo } from "../../domain/shared/rounding.ts";
import { definePageCall } from "./page-call.ts";
import { type ThreatRow, threatRow } from "./threat-parts.ts";

export interface FoundThreatRow extends ThreatRow {
  /** The probability that it applies, from 0 to 1. */
  readonly relevance: number;
  readonly check: string;
  readonly fix: string;
}

export interface QueryThreatsResult {
  /** The most relevant first. */
  readonly threats: readonly FoundThreatRow[];
  readonly total: number;
  /** The kinds of flaws that the task was compared with. Nothing else was looked for. */
  readonly looked_for: readonly string[];
  /** What this project has lived through. The text is stored. */
  readonly memory: readonly Experience[];
  /** How the search was limited. */
  readonly notice: string | null;
}

const { shape } = queryThreats.input;

export const queryThreatsCall = definePageCall({
  name: "query-threats",
  effect: "read",
  input: z.strictObject({ task: shape.context, file: shape.file }),
  fields: { context: "task" },
  async run({ task, file }, { perform }): Promise<QueryThreatsResult> {
    const { found, total, lookedFor, experience, notice } = await perform(queryThreats, {
      context: task,
      file,
    });
    return {
      threats: found.map(({ threat, relevance }) => ({
        ...threatRow(threat),
        relevance: roundTo(2, relevance),
        check: threat.agent.check,
        fix: threat.agent.fix,
      })),
      total,
      looked_for: lookedFor,
      memory: experience,
      notice: notice ?? null,
    };
  },
});
