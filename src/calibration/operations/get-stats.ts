import * as z from "zod";
import { defineOperation } from "../../shared/operations/operation.ts";
import { DAY_MS } from "../../shared/time.ts";
import { MIN_OUTCOMES } from "../rules/calibration.ts";
import type { DailyUsage, MemoryStats } from "../rules/stats.ts";
import { calibrationStats } from "../rules/stats.ts";
import { readUsage, sumsByDomain } from "../sql/stats.ts";
import type { CalibrationDeps } from "./deps.ts";
import { judgeTeam } from "./get-calibration.ts";

export const getStats = defineOperation({
  name: "get-stats",
  summary: "How much a memory is used, and how well confidence means what it says.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({ days: z.number().int().min(0).max(90).default(14) }),
  async run({ days }, { memory, clock, observations }: CalibrationDeps, { scope }): Promise<MemoryStats> {
    await observations.flushBriefly();
    const now = clock.now().getTime();
    const tomorrow = (Math.floor(now / DAY_MS) + 1) * DAY_MS;
    // Includes what is written in the current millisecond.
    const [lastDay] = await readUsage(memory, scope, new Date(now + 1 - DAY_MS), 1);
    const domains = await sumsByDomain(memory, scope);
    const judged = await Promise.all(
      domains
        .filter(({ outcomes }) => outcomes >= MIN_OUTCOMES)
        .map(({ domain, stated, confidence }) =>
          judgeTeam({ domain, meanConfidence: stated > 0 ? confidence / stated : null }, { memory }, scope),
        ),
    );
    return {
      ...calibrationStats(
        domains,
        judged.map(({ status }) => status),
      ),
      lastDay: lastDay as DailyUsage,
      days: days > 0 ? await readUsage(memory, scope, new Date(tomorrow - days * DAY_MS), days) : [],
    };
  },
});
