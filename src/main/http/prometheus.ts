import { Counter, Gauge, Histogram, Registry, Summary } from "prom-client";
import type { MemoryStats, MetricsPage, MetricsReport, TeamLag } from "../../calibration/index.ts";
import type { CacheStats, ServerFigures } from "../../shared/metrics.ts";

/** From the time of a fast read to the time a user would complain about. */
const BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const QUANTILES = [0.5, 0.95, 0.99];
/** Percentiles cover the last ten minutes: over the whole lifetime they would hardly move. */
const WINDOW = { maxAgeSeconds: 600, ageBuckets: 5, pruneAgedBuckets: true };

/** Metrics in the format of Prometheus. All names start with `membria_`. */
export function prometheusMetrics(): MetricsPage {
  const registry = new Registry();
  const registers = [registry];
  const durations = new Histogram({
    name: "membria_request_duration_seconds",
    help: "How long tool calls and resource reads took.",
    labelNames: ["method"],
    buckets: BUCKETS_S,
    registers,
  });
  const latency = new Summary({
    name: "membria_request_latency_seconds",
    help: "Percentiles of how long tool calls and resource reads took in the last ten minutes.",
    percentiles: QUANTILES,
    ...WINDOW,
    registers,
  });
  const calls = new Counter({
    name: "membria_tool_calls_total",
    help: "Tool calls, by tool.",
    labelNames: ["tool"],
    registers,
  });
  const errors = new Counter({
    name: "membria_tool_errors_total",
    help: "Tool calls that ended with an error, by tool and kind of error.",
    labelNames: ["tool", "code"],
    registers,
  });
  return {
    requestServed(method, seconds) {
      durations.observe({ method }, seconds);
      latency.observe(seconds);
    },
    toolCalled(tool, fault) {
      calls.inc({ tool });
      if (fault) errors.inc({ tool, code: fault });
    },
    figures: () => figuresOf(latency, calls, errors),
    contentType: registry.contentType,
    async render(report) {
      return (await Promise.all([registry.metrics(), currentRegistry(report).metrics()])).join("\n");
    },
  };
}

async function figuresOf(
  latency: Summary,
  calls: Counter<"tool">,
  errors: Counter<"tool" | "code">,
): Promise<ServerFigures> {
  const times = (await latency.get()).values;
  const quantile = (wanted: number): number =>
    times.find(({ labels }) => labels["quantile"] === wanted)?.value ?? Number.NaN;
  const [p50, p95, p99] = [quantile(0.5), quantile(0.95), quantile(0.99)];
  const requests =
    times.find(({ metricName }) => metricName === "membria_request_latency_seconds_count")?.value ?? 0;
  const failed = (await errors.get()).values;
  const errorsOf = (tool: unknown): number =>
    failed.filter(({ labels }) => labels.tool === tool).reduce((sum, { value }) => sum + value, 0);
  return {
    latency: [p50, p95, p99].every(Number.isFinite) ? { p50, p95, p99 } : undefined,
    requests,
    tools: (await calls.get()).values
      .map(({ labels: { tool }, value }) => ({ tool: String(tool), calls: value, errors: errorsOf(tool) }))
      .sort((a, b) => b.calls - a.calls || (a.tool < b.tool ? -1 : 1)),
  };
}

/** The current values for this caller only. */
function currentRegistry({ memory, caches, teams }: MetricsReport): Registry {
  const registry = new Registry();
  const registers = [registry];
  const gauge = (name: string, help: string, value: number | undefined): void => {
    if (value !== undefined) new Gauge({ name: `membria_${name}`, help, registers }).set(value);
  };
  gauge("graph_up", "Whether the memory answers: 1 when it does, 0 when it does not.", memory ? 1 : 0);
  if (memory) addMemory(memory, gauge);
  addCaches(caches, registers);
  if (teams.length > 0) addTeams(teams, registers);
  return registry;
}

function addMemory(
  { lastDay, domains, successRate, overconfident, underconfident }: MemoryStats,
  gauge: (name: string, help: string, value: number | undefined) => void,
): void {
  gauge("decisions_captured_per_day", "Decisions captured in the last 24 hours.", lastDay.decisions);
  gauge("outcomes_recorded_per_day", "Outcomes recorded in the last 24 hours.", lastDay.outcomes);
  gauge(
    "context_injections_per_day",
    "How often the context of a decision was requested in the last 24 hours; repeated questions count once.",
    lastDay.contexts,
  );
  gauge("domains_tracked", "Domains that have outcomes.", domains);
  gauge("success_rate_average", "The success rate over all domains, from 0 to 1.", successRate);
  gauge(
    "domains_overconfident",
    "Domains with enough outcomes where stated confidence is higher than the success rate.",
    overconfident,
  );
  gauge(
    "domains_underconfident",
    "Domains with enough outcomes where stated confidence is lower than the success rate.",
    underconfident,
  );
}

function addTeams(teams: readonly TeamLag[], registers: Registry[]): void {
  const gauge = (name: string, help: string, value: (team: TeamLag) => number | undefined): void => {
    const all = new Gauge({ name: `membria_team_${name}`, help, labelNames: ["project"], registers });
    for (const team of teams) {
      const found = value(team);
      if (found !== undefined) all.set({ project: team.project }, found);
    }
  };
  gauge(
    "lag_changes",
    "Changes made on this machine that the team does not have, by project.",
    ({ changes }) => changes,
  );
  gauge("lag_seconds", "For how long the oldest of them has waited.", ({ seconds }) => seconds);
  gauge(
    "last_contact_seconds",
    "Seconds since the team's server answered, which is how old the copy here is.",
    ({ sinceContact }) => sinceContact,
  );
  gauge(
    "quarantined",
    "Changes of others that are kept out, because nobody vouches for them or their authors may not make them.",
    ({ quarantined }) => quarantined,
  );
}

function addCaches(caches: ReadonlyMap<string, CacheStats>, registers: Registry[]): void {
  const labelNames = ["cache"];
  const hits = new Counter({
    name: "membria_cache_hits_total",
    help: "Cache hits, by cache.",
    labelNames,
    registers,
  });
  const misses = new Counter({
    name: "membria_cache_misses_total",
    help: "Cache misses, by cache.",
    labelNames,
    registers,
  });
  const ratio = new Gauge({
    name: "membria_cache_hit_ratio",
    help: "Share of cache lookups that were hits, from 0 to 1.",
    labelNames,
    registers,
  });
  for (const [cache, found] of caches) {
    hits.inc({ cache }, found.hits);
    misses.inc({ cache }, found.misses);
    const asked = found.hits + found.misses;
    if (asked > 0) ratio.set({ cache }, found.hits / asked);
  }
}
