import * as z from "zod";
import { detectAnomalies } from "../../app/anomalies/detect-anomalies.ts";
import { countWarnings } from "../../app/guidance/count-warnings.ts";
import { countWaiting, type Waiting } from "../../app/hooks/count-waiting.ts";
import { listTold } from "../../app/hooks/list-told.ts";
import type { AnomalyKind } from "../../domain/anomalies/anomaly.ts";
import type { Severity } from "../../domain/shared/severity.ts";
import { readQueue, totalOf } from "../review/queue.ts";
import { noticeText } from "../wording.ts";
import { definePageCall } from "./page-call.ts";
import { type TodayItem, todayItem } from "./today-items.ts";
import { PLAIN_PAGE_WORDING } from "./wording.ts";

export interface AnomalyResult {
  readonly kind: AnomalyKind;
  readonly severity: Severity;
  readonly domain: string | null;
  readonly what: string;
  readonly next_step: string;
  readonly decisions: readonly string[];
}

/** What the memory was good for in the last days. */
export interface WorthResult {
  readonly days: number;
  /** Records that sessions were told. */
  readonly told: number;
  readonly messages: number;
  readonly warned: number;
  /** Warnings after which something else was decided, or the same with less confidence. */
  readonly heeded: number;
  /** Warnings after which something else was decided. */
  readonly prevented: number;
}

export interface TodayResult {
  readonly items: readonly TodayItem[];
  readonly waiting: Waiting;
  readonly total: number;
  readonly anomalies: readonly AnomalyResult[];
  readonly worth: WorthResult;
}

const MOST_OF_A_KIND = 50;

export const todayCall = definePageCall({
  name: "today",
  effect: "read",
  input: z.strictObject({}),
  async run(_, { perform, deps, call }): Promise<TodayResult> {
    const { items, waiting } = await readQueue(deps, call, MOST_OF_A_KIND);
    const { anomalies } = await perform(detectAnomalies, {});
    const { worth } = await perform(listTold, { limit: 1 });
    const warnings = await perform(countWarnings, { days: worth.days });
    return {
      items: items.map(todayItem),
      waiting,
      total: totalOf(waiting),
      anomalies: anomalies.map(({ kind, severity, domain, what, nextStep, decisions }) => ({
        kind,
        severity,
        domain: domain ?? null,
        what,
        next_step: noticeText(nextStep, PLAIN_PAGE_WORDING),
        decisions,
      })),
      worth: {
        days: worth.days,
        told: Object.values(worth.records).reduce((sum, count) => sum + count, 0),
        messages: worth.messages,
        warned: worth.warned,
        heeded: worth.heeded,
        prevented: warnings.otherChoice,
      },
    };
  },
});

export interface CountWaitingResult extends Waiting {
  readonly total: number;
}

export const countWaitingCall = definePageCall({
  name: "count-waiting",
  effect: "read",
  input: z.strictObject({}),
  async run(_, { perform }): Promise<CountWaitingResult> {
    const waiting = await perform(countWaiting, {});
    return { ...waiting, total: totalOf(waiting) };
  },
});
