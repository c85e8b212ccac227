import { ratioText } from "../report.ts";
import { quantile, ratioOf, type Samples, spreadOf } from "../rounds.ts";

/** One line of the table: what was reached, and what of it is a goal. */
export interface Line {
  readonly what: string;
  readonly reached: string;
  /** Undefined where there is no goal. */
  readonly goal?: string | undefined;
  readonly kept?: boolean | undefined;
}

/** Median, middle half and p99 in milliseconds. */
function timesText({ times }: Samples): string {
  const { median, low, high } = spreadOf(times);
  return `${median.toFixed(2)} ms [${low.toFixed(2)} – ${high.toFixed(2)}], p99 ${quantile(times, 0.99).toFixed(1)}`;
}

export function timesLine(samples: Samples, atMostMs?: number): Line {
  const { median } = spreadOf(samples.times);
  return {
    what: samples.name,
    reached: timesText(samples),
    ...(atMostMs !== undefined && { goal: `p50 ≤ ${atMostMs} ms`, kept: median <= atMostMs }),
  };
}

/** The tail of a contender to its own middle. */
export function tailLine({ name, times }: Samples, atMost: number): Line {
  const ratio = quantile(times, 0.99) / quantile(times, 0.5);
  return {
    what: `${name}: p99 to p50`,
    reached: `${ratio.toFixed(2)} ×`,
    goal: `≤ ${atMost} ×`,
    kept: ratio <= atMost,
  };
}

export function ratioLine(what: string, of: Samples, to: Samples, atMost: number): Line {
  const ratio = ratioOf(of, to);
  return { what, reached: ratioText(ratio), goal: `≤ ${atMost} ×`, kept: ratio.median <= atMost };
}

export function printTable(title: string, lines: readonly Line[]): void {
  const width = (of: (line: Line) => string): number => Math.max(...lines.map((line) => of(line).length));
  const [what, reached] = [width((line) => line.what), width((line) => line.reached)];
  console.log(`\n${title}`);
  for (const line of lines) {
    const verdict = line.goal === undefined ? "" : `goal ${line.goal}: ${line.kept ? "kept" : "missed"}`;
    console.log(`  ${line.what.padEnd(what)}  ${line.reached.padEnd(reached)}  ${verdict}`.trimEnd());
  }
}

export const sampleOf = (samples: readonly Samples[], name: string): Samples => {
  const found = samples.find((one) => one.name === name);
  if (!found) throw new Error(`There is no contender ${name}.`);
  return found;
};
