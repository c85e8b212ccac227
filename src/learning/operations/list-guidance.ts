/** Lists, counts and erases guidance that was given before decisions. */
import * as z from "zod";
import { actOf, defineOperation, projectOf } from "../../shared/operations/operation.ts";
import { DAY_MS } from "../../shared/time.ts";
import { type ErasedGuidance, GUIDANCE_KEPT_MS } from "../rules/guidance.ts";
import { readGuidance, removeAllGuidance, warningTotals } from "../sql/guidance.ts";
import type { GuidanceDeps } from "./deps.ts";

export const listGuidance = defineOperation({
  name: "list-guidance",
  summary: "What somebody asked about before deciding, and what became of it.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({ limit: z.number().int().min(1).max(2_000).default(20) }),
  async run({ limit }, deps: GuidanceDeps, { scope }) {
    await deps.observations.flushBriefly();
    return readGuidance(deps.memory, scope, limit);
  },
});

/** Older guidance is deleted. */
const MOST_DAYS = GUIDANCE_KEPT_MS / DAY_MS;

export const countWarnings = defineOperation({
  name: "count-warnings",
  summary:
    "How often somebody was warned before a decision, whether it was heeded, and what became of the rest.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({ days: z.number().int().min(1).default(MOST_DAYS) }),
  async run({ days }, { memory, clock, observations }: GuidanceDeps, { scope }) {
    await observations.flushBriefly();
    const counted = Math.min(days, MOST_DAYS);
    const totals = await warningTotals(memory, scope, new Date(clock.now().getTime() - counted * DAY_MS));
    return { ...totals, days: counted };
  },
});

export const eraseAllGuidance = defineOperation({
  name: "erase-all-guidance",
  summary: "Remove all that was only asked about in a project, for good.",
  effect: "destroy",
  role: "admin",
  input: z.strictObject({}),
  personOnly: { does: "erases something for good", agent: true, script: false },
  async run(_, deps: GuidanceDeps, call): Promise<ErasedGuidance> {
    await deps.observations.flush();
    return removeAllGuidance(deps.memory, projectOf(call), actOf(deps, call));
  },
});
