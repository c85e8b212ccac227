import * as z from "zod";
import { GUIDANCE_KEPT_MS } from "../../domain/guidance/guidance.ts";
import { DAY_MS } from "../../domain/shared/time.ts";
import { defineOperation } from "../shared/operation.ts";
import type { GuidanceDeps } from "./deps.ts";

/** Older guidance is deleted. */
const MOST_DAYS = GUIDANCE_KEPT_MS / DAY_MS;

export const countWarnings = defineOperation({
  name: "count-warnings",
  summary:
    "How often somebody was warned before a decision, whether it was heeded, and what became of the rest.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({ days: z.number().int().min(1).default(MOST_DAYS) }),
  async run({ days }, { store, clock, observations }: GuidanceDeps, { scope }) {
    await observations.flushBriefly();
    const counted = Math.min(days, MOST_DAYS);
    const totals = await store.warningTotals(scope, new Date(clock.now().getTime() - counted * DAY_MS));
    return { ...totals, days: counted };
  },
});
