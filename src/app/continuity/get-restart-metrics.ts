import * as z from "zod";
import {
  RESTART_PERIODS,
  type RestartPeriod,
  restartMetrics,
} from "../../domain/continuity/restart-metrics.ts";
import { defineOperation } from "../shared/operation.ts";
import type { ContinuityDeps } from "./deps.ts";

export const getRestartMetrics = defineOperation({
  name: "get-restart-metrics",
  summary: "How often and how fast sessions were resumed, against the targets.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({
    period: z.enum(Object.keys(RESTART_PERIODS) as [RestartPeriod, ...RestartPeriod[]]).default("7d"),
  }),
  async run({ period }, deps: ContinuityDeps, { scope }) {
    await deps.observations.flushBriefly();
    const since = new Date(deps.clock.now().getTime() - RESTART_PERIODS[period]);
    return { period, since, ...restartMetrics(await deps.store.restartsSince(scope, since)) };
  },
});
