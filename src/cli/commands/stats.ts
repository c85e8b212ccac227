import * as z from "zod";
import { getStats } from "../../app/calibration/get-stats.ts";
import { countWarnings } from "../../app/guidance/count-warnings.ts";
import { perform } from "../../app/shared/operation.ts";
import { workedOf } from "../../domain/calibration/advice.ts";
import { ENOUGH_OUTCOMES } from "../../domain/calibration/confidence-status.ts";
import type { DailyUsage, MemoryStats } from "../../domain/calibration/stats.ts";
import {
  goneAheadOf,
  heededOf,
  undecidedOf,
  type WarningTotals,
  warningSentences,
} from "../../domain/guidance/warning-totals.ts";
import { wholePercent } from "../../domain/shared/percent.ts";
import { isAcrossProjects } from "../across-projects.ts";
import { comparedBar } from "../bar.ts";
import { defineCommand } from "../command.ts";
import { counted } from "../counted.ts";
import { readMetrics } from "../metrics-text.ts";
import { serverFigures, serverSection } from "../server-section.ts";
import { type Terminal, table } from "../terminal.ts";

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
    `${domains} ${domains === 1 ? "domain has" : "domains have"} outcomes; ${workedOf(total)} decisions worked out over all${rate}.`,
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
