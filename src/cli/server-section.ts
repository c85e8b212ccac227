import { wholePercent } from "../domain/shared/percent.ts";
import { roundTo } from "../domain/shared/rounding.ts";
import { comparedBar } from "./bar.ts";
import { counted } from "./counted.ts";
import type { Sample } from "./metrics-text.ts";
import { type Terminal, table } from "./terminal.ts";

export interface ServerFigures {
  /** In milliseconds, over the last ten minutes. */
  readonly latency: { readonly p50: number | null; readonly p95: number | null; readonly p99: number | null };
  readonly tools: readonly { readonly tool: string; readonly calls: number; readonly errors: number }[];
  readonly caches: readonly { readonly cache: string; readonly hits: number; readonly misses: number }[];
  readonly graph_up: boolean;
}

/** Figures from the metrics of a running server, the most used tool first. */
export function serverFigures(samples: readonly Sample[]): ServerFigures {
  const of = (name: string): readonly Sample[] => samples.filter((sample) => sample.name === name);
  const sum = (name: string, label: string, wanted: string): number =>
    of(name)
      .filter(({ labels }) => labels[label] === wanted)
      .reduce((total, { value }) => total + value, 0);
  const quantile = (wanted: string): number | null => {
    const seconds = of("membria_request_latency_seconds").find(({ labels }) => labels["quantile"] === wanted);
    return seconds && Number.isFinite(seconds.value) ? roundTo(1, seconds.value * 1_000) : null;
  };
  return {
    latency: { p50: quantile("0.5"), p95: quantile("0.95"), p99: quantile("0.99") },
    tools: of("membria_tool_calls_total")
      .map(({ labels, value }) => ({ tool: labels["tool"] ?? "", calls: value }))
      .map((usage) => ({ ...usage, errors: sum("membria_tool_errors_total", "tool", usage.tool) }))
      .sort((a, b) => b.calls - a.calls || a.tool.localeCompare(b.tool)),
    caches: of("membria_cache_hits_total").map(({ labels, value }) => ({
      cache: labels["cache"] ?? "",
      hits: value,
      misses: sum("membria_cache_misses_total", "cache", labels["cache"] ?? ""),
    })),
    graph_up: of("membria_graph_up").some(({ value }) => value === 1),
  };
}

export function serverSection(
  { latency, tools, caches, graph_up }: ServerFigures,
  terminal: Terminal,
): string {
  const quantiles = Object.entries(latency).flatMap(([name, value]) =>
    value === null ? [] : [`${name} ${value} ms`],
  );
  const most = Math.max(1, ...tools.map(({ calls }) => calls));
  return [
    `The memory ${graph_up ? "answers" : "does not answer"}.`,
    quantiles.length === 0
      ? "No request in the last ten minutes."
      : `Latency: ${quantiles.join(", ")} in the last ten minutes`,
    tools.length === 0
      ? "No tool has been called since it started."
      : table(
          tools.map(({ tool, calls, errors }) => [
            tool,
            comparedBar(calls, most),
            `${counted(calls, "call")}${errors === 0 ? "" : `, ${wholePercent(errors / calls)} errors`}`,
          ]),
          terminal.width,
          true,
        ),
    ...caches
      .filter(({ hits, misses }) => hits + misses > 0)
      .map(({ cache, hits, misses }) => `Cache ${cache}: ${wholePercent(hits / (hits + misses))} hits`),
  ].join("\n");
}
