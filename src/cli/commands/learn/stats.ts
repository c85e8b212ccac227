/** The command stats: figures of the memory, and of a server that runs. */

import * as z from "zod";
import { type DailyUsage, ENOUGH_OUTCOMES, getStats, type MemoryStats } from "../../../calibration/index.ts";
import {
  countWarnings,
  goneAheadOf,
  heededOf,
  undecidedOf,
  type WarningTotals,
  warningSentences,
} from "../../../learning/index.ts";
import { perform } from "../../../shared/operations/operation.ts";
import { roundTo, wholePercent } from "../../../shared/rounding.ts";
import { isAcrossProjects } from "../../across-projects.ts";
import { defineCommand } from "../../command.ts";
import { comparedBar, counted } from "../../figures.ts";
import { type Terminal, table } from "../../terminal.ts";

const { shape } = getStats.input;
const KINDS = ["decisions", "outcomes", "contexts"] as const;

export const stats = defineCommand({
  name: "stats",
  summary:
    "Show how much the memory is used, how well confidence matches outcomes, what became of warnings, and how the server is doing.",
  positionals: [],
  input: z.strictObject({ days: shape.days.describe("How many days back, today included.") }),
  async run({ days }, { deps, call, terminal, installation }) {
    const personCall = await call();
    const memory = await perform(getStats, { days }, await deps(), personCall);
    const warnings = await perform(countWarnings, {}, await deps(), personCall);
    const server = await installation.serverMetrics();
    const figures = "text" in server ? serverFigures(readMetrics(server.text)) : undefined;
    return {
      json: {
        project: personCall.scope,
        ...fields(memory),
        warnings: warningFields(warnings),
        server: figures ?? null,
      },
      text: [
        ...(isAcrossProjects(personCall) ? ["All projects together."] : []),
        ...usage(memory, terminal),
        "",
        ...confidence(memory),
        ...warningLines(warnings),
        "",
        "text" in server
          ? `The server at ${server.url}, since it started:\n${serverSection(serverFigures(readMetrics(server.text)), terminal)}`
          : server.problem,
      ].join("\n"),
    };
  },
});

function fields({ lastDay, days, successRate, total, ...rest }: MemoryStats) {
  const day = ({ from, ...counts }: DailyUsage) => ({ date: dateOf(from), ...counts });
  return {
    last_24_hours: {
      decisions: lastDay.decisions,
      outcomes: lastDay.outcomes,
      contexts: lastDay.contexts,
    },
    days: days.map(day),
    domains_tracked: rest.domains,
    average_success_rate: successRate ?? null,
    overconfident: rest.overconfident,
    underconfident: rest.underconfident,
  };
}

/** Days on which nothing happened are left out. */
function usage({ days, lastDay }: MemoryStats, { width, style }: Terminal): string[] {
  const busy = days.filter((day) => countsOf(day) !== "");
  const most = Math.max(1, ...busy.map(({ decisions }) => decisions));
  const rows = busy.map((day) => [
    dateOf(day.from),
    style("green", comparedBar(day.decisions, most)),
    countsOf(day),
  ]);
  const total = countsOf(lastDay);
  return [
    ...(rows.length > 0 ? ["Decisions captured by day (UTC):", table(rows, width, true)] : []),
    ...(rows.length === 0 && days.length > 0
      ? [
          `Nothing was captured in the last ${counted(days.length, "day")}. A day appears here with its first decision: membria decide "…"`,
        ]
      : []),
    ...(total === "" ? [] : [`In the last 24 hours: ${total}.`]),
  ];
}

const countsOf = (day: DailyUsage): string =>
  KINDS.filter((kind) => day[kind] > 0)
    .map((kind) => counted(day[kind], kind.slice(0, -1)))
    .join(", ");

function confidence(stats: MemoryStats): string[] {
  const { domains, total, successRate, overconfident, underconfident } = stats;
  if (successRate === undefined)
    return [
      `No outcomes yet: membria outcome ID records how one worked out. What worked out appears with the first one, and a success rate from ${ENOUGH_OUTCOMES} on.`,
    ];
  const misjudged = [
    ...(overconfident > 0 ? [`overconfident in ${overconfident}`] : []),
    ...(underconfident > 0 ? [`underconfident in ${underconfident}`] : []),
  ].join(", ");
  const rate = total.outcomes < ENOUGH_OUTCOMES ? "" : `, a success rate of ${wholePercent(successRate)}`;
  return [
    `${domains} ${domains === 1 ? "domain has" : "domains have"} outcomes, ${total.outcomes} in all${rate}.`,
    ...(misjudged === ""
      ? []
      : [`${misjudged[0]?.toUpperCase()}${misjudged.slice(1)}. Details: membria calibration --each`]),
  ];
}

type Warnings = WarningTotals & { readonly days: number };

function warningLines(warnings: Warnings): string[] {
  const sentences = warningSentences(warnings, warnings.days);
  return sentences.length === 0 ? [] : ["", ...sentences];
}

function warningFields(warnings: Warnings) {
  if (warnings.warned === 0) return null;
  return {
    days: warnings.days,
    warned: warnings.warned,
    heeded: heededOf(warnings),
    other_choice: warnings.otherChoice,
    less_confidence: warnings.lessConfidence,
    gone_ahead: goneAheadOf(warnings),
    worked_out: warnings.workedOut,
    went_wrong: warnings.wentWrong,
    no_outcome_yet: warnings.noOutcomeYet,
    undecided: undecidedOf(warnings),
  };
}

const dateOf = (date: Date): string => date.toISOString().slice(0, 10);

interface ServerFigures {
  /** In milliseconds, over the last ten minutes. */
  readonly latency: { readonly p50: number | null; readonly p95: number | null; readonly p99: number | null };
  readonly tools: readonly { readonly tool: string; readonly calls: number; readonly errors: number }[];
  readonly caches: readonly { readonly cache: string; readonly hits: number; readonly misses: number }[];
  readonly graph_up: boolean;
}

/** Figures from the metrics of a running server, the most used tool first. */
function serverFigures(samples: readonly Sample[]): ServerFigures {
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

function serverSection({ latency, tools, caches, graph_up }: ServerFigures, terminal: Terminal): string {
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

/** One line of a metrics page. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** Reads the part of the Prometheus text format that our own server writes. */
export function readMetrics(text: string): readonly Sample[] {
  return text.split("\n").flatMap((line) => {
    const [, name, labels = "", value] = LINE.exec(line) ?? [];
    if (name === undefined) return [];
    const pairs = [...labels.matchAll(LABEL)].map(([, key = "", quoted = ""]) => [key, unquoted(quoted)]);
    return [{ name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) }];
  });
}

const unquoted = (text: string): string =>
  text.replace(/\\(.)/g, (_, escaped: string) => (escaped === "n" ? "\n" : escaped));
