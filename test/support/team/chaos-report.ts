import { availableParallelism, loadavg } from "node:os";
import { expect } from "vitest";
import type { Counted } from "./counted-writes.ts";
import type { Happened } from "./faults.ts";
import type { Writers } from "./writes.ts";

const DRAIN_MS = 10_000;
/** What a call may take by itself, and a claim beyond that. */
const CALL_MS = 2_000;
const CLAIM_MS = 300;

/** Of the machine that runs this: how many times longer everything takes because others have its processors. */
export const slowness = (): number => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism() / 2);

export interface ChaosReport {
  readonly seed: number;
  /** See `slowness`. */
  readonly slowness: number;
  readonly happened: Happened;
  readonly writers: Writers;
  readonly seen: {
    /** How often each was noted, four times a second. */
    readonly problems: ReadonlyMap<string, number>;
    /** The longest time in which nothing got through. */
    readonly longestStallMs: number;
  };
  /** Undefined if it never happened. */
  readonly drainMs: number | undefined;
  /** How far each machine was meanwhile. */
  readonly trace: readonly string[];
  readonly inLog: Counted;
  readonly onMachines: readonly (Counted & { readonly name: string })[];
  readonly logOfMachines: readonly (Counted & { readonly name: string })[];
  readonly entries: number;
  readonly differences: readonly string[];
  readonly replacedTwice: readonly string[];
  readonly origins: number;
  readonly setAside: number;
  readonly wonThenLost: number;
}

/** What must hold after any chaos. If it does not, what happened is printed. */
export function expectNothingLost(report: ChaosReport): void {
  const times = report.slowness;
  const isLate = report.drainMs === undefined || report.drainMs >= DRAIN_MS * times;
  if (isLate || report.differences.length > 0)
    console.log([`seed ${report.seed}`, ...report.happened.lines, ...report.trace].join("\n"));
  expect(report.writers.calls.unexpected).toEqual([]);
  expect(report.inLog).toEqual({ missing: [], twice: [] });
  for (const { name, missing, twice } of [...report.onMachines, ...report.logOfMachines])
    expect({ name, missing, twice }).toEqual({ name, missing: [], twice: [] });
  expect(report.differences).toEqual([]);
  expect(report.replacedTwice).toEqual([]);
  expect(report.origins).toBe(report.onMachines.length);
  expect(report.setAside).toBe(0);
  expect(report.drainMs).toBeLessThan(DRAIN_MS * times);
  expect(report.writers.calls.slowestMs("others")).toBeLessThan(CALL_MS * times);
  expect(report.writers.calls.slowestMs("claims")).toBeLessThan(CALL_MS * times + CLAIM_MS);
}

/** A table for people. */
export function summaryOf(report: ChaosReport): string {
  const { writers, happened, drainMs, inLog, onMachines } = report;
  const sum = (counts: readonly (readonly unknown[])[]): number =>
    counts.reduce((all, one) => all + one.length, 0);
  const rows: (readonly [string, string | number])[] = [
    ["seed", report.seed],
    ...[...happened.counts].sort(([a], [b]) => a.localeCompare(b)),
    ["calls refused / without a reply", `${writers.calls.refused} / ${writers.calls.gone}`],
    ["acknowledged writes", writers.acknowledged.size],
    [
      "claims acknowledged / told won, lost after a hub was replaced",
      `${writers.claims.length} / ${report.wonThenLost}`,
    ],
    ["entries in the hub's log, of origins", `${report.entries}, ${report.origins}`],
    [
      "missing in the log / on machines",
      `${inLog.missing.length} / ${sum(onMachines.map(({ missing }) => missing))}`,
    ],
    [
      "twice in the log / on machines",
      `${inLog.twice.length} / ${sum(onMachines.map(({ twice }) => twice))}`,
    ],
    ["records that differ between machines", report.differences.length],
    ["decisions with two winners", report.replacedTwice.length],
    ["set aside", report.setAside],
    ...[...report.seen.problems].map(([what, times]) => [`noted: ${what}`, times] as const),
    ["longest time in which nothing got through", `${Math.round(report.seen.longestStallMs)} ms`],
    ["this computer is slower than it would be alone, times", report.slowness.toFixed(1)],
    ["drained after", drainMs === undefined ? "never" : `${Math.round(drainMs)} ms`],
    ...[...writers.calls.slowest].map(
      ([tool, { calls, ms }]) => [`slowest of ${calls} ${tool}`, `${Math.round(ms)} ms`] as const,
    ),
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join("\n");
}
