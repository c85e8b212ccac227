import * as z from "zod";
import { getRestartMetrics, RESTART_FAILURES, RESTART_MODES, RESTART_TARGETS } from "../../sessions/index.ts";
import { percent, roundedShare } from "../../shared/rounding.ts";
import { loadCheckpointParts, saveCheckpointParts } from "../mama-family/checkpoint-tools.ts";
import { maxTokens } from "../shared-arguments.ts";
import { mamaTool } from "./dialect.ts";

export const saveCheckpointTool = mamaTool({
  name: "save_checkpoint",
  canonicalName: "save_checkpoint",
  title: "Save a checkpoint",
  description: "Save the state of the session in the truthful-continuity format, for the next one.",
  successor: "memory_save_checkpoint",
  ...saveCheckpointParts,
});

export const loadCheckpointTool = mamaTool({
  name: "load_checkpoint",
  canonicalName: "load_checkpoint",
  title: "Load the last checkpoint",
  description: "Load the latest state of a session, to resume its work without any other context.",
  successor: "memory_load_checkpoint",
  ...loadCheckpointParts,
  input: z.strictObject({ max_tokens: maxTokens.optional() }),
  toOperation: () => ({}),
});

const Latency = z.object({
  restarts: z.number().int(),
  p50: z.number(),
  p95: z.number(),
  p99: z.number(),
  target_p95: z.number(),
  meets_target: z.boolean(),
});

const { shape } = getRestartMetrics.input;

export const getRestartMetricsTool = mamaTool({
  name: "get_restart_metrics",
  canonicalName: "get_restart_metrics",
  title: "Get restart metrics",
  description:
    "Get how often sessions were resumed with success, why not, and how fast, against the targets for zero-context restarts.",
  operation: getRestartMetrics,
  input: z.strictObject({
    period: shape.period,
    include_latency: z.boolean().default(true).describe("Include latency percentiles"),
  }),
  hints: {
    period: { suggestion: `Use one of ${shape.period.unwrap().options.join(", ")}.` },
    include_latency: { suggestion: "Use true or false." },
  },
  result: z.object({
    success: z.literal(true),
    data: z.object({
      period: z.string(),
      since: z.string(),
      attempts: z.number().int(),
      successes: z.number().int(),
      success_rate: z.number().nullable(),
      target_success_rate: z.number(),
      meets_target: z.boolean().nullable(),
      failures: z.object(Object.fromEntries(RESTART_FAILURES.map((reason) => [reason, z.number().int()]))),
      latency: z
        .object({ full: Latency.nullable(), summary: Latency.nullable() })
        .optional()
        .describe("Milliseconds"),
    }),
  }),
  toOperation: ({ period }) => ({ period }),
  fromOperation: (
    { period, since, attempts, successes, successRate, failures, latency },
    { include_latency },
  ) => ({
    success: true as const,
    data: {
      period,
      since: since.toISOString(),
      attempts,
      successes,
      success_rate: successRate === undefined ? null : roundedShare(successRate),
      target_success_rate: RESTART_TARGETS.successRate,
      meets_target: successRate === undefined ? null : successRate >= RESTART_TARGETS.successRate,
      failures: { ...failures },
      ...(include_latency && {
        latency: { full: against(latency.full, "full"), summary: against(latency.summary, "summary") },
      }),
    },
  }),
  text: ({ data }) =>
    [
      `# Restart metrics, last ${data.period}`,
      "",
      `Attempts: ${data.attempts}`,
      data.success_rate === null
        ? "Success rate: unknown, because no session was resumed"
        : `Success rate: ${percent(data.success_rate)} (target: ${percent(data.target_success_rate)} or more, ${data.meets_target ? "met" : "missed"})`,
      ...RESTART_FAILURES.map((reason) => `${reason}: ${data.failures[reason]}`),
      ...(data.latency ? RESTART_MODES.map((mode) => latencyLine(mode, data.latency?.[mode] ?? null)) : []),
    ].join("\n"),
});

function against(
  latency: { restarts: number; p50: number; p95: number; p99: number } | undefined,
  mode: keyof typeof RESTART_TARGETS.p95Ms,
): z.output<typeof Latency> | null {
  if (!latency) return null;
  const target = RESTART_TARGETS.p95Ms[mode];
  return { ...latency, target_p95: target, meets_target: latency.p95 < target };
}

function latencyLine(mode: string, latency: z.output<typeof Latency> | null): string {
  if (!latency) return `Latency in ${mode} mode: no restarts`;
  const { restarts, p50, p95, p99, target_p95, meets_target } = latency;
  return `Latency in ${mode} mode: p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms over ${restarts} (target: p95 < ${target_p95} ms, ${meets_target ? "met" : "missed"})`;
}
