import { ratioOf, type Samples, type Spread, spreadOf } from "./rounds.ts";

const WIDTH = 36;
const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/** A goal for a ratio. */
export interface Goal {
  readonly what: string;
  readonly of: string;
  readonly to: string;
  readonly atMost: number;
}

/** Prints the medians as bars on one scale, each with the middle half of its rounds and its ratio to `base`. */
export function chart(title: string, samples: readonly Samples[], base: string): void {
  const against = named(samples, base);
  const most = Math.max(...samples.map(({ times }) => spreadOf(times).median));
  const label = Math.max(...samples.map(({ name }) => name.length));
  console.log(`\n${title}  (${against.times.length} rounds, median, middle half in brackets)`);
  for (const one of samples) {
    const time = spreadOf(one.times);
    const ratio = one === against ? "1 ×" : `${number(ratioOf(one, against).median)} ×`;
    const times = `${milliseconds(time.median)} [${milliseconds(time.low)} – ${milliseconds(time.high)}]`;
    console.log(`  ${one.name.padEnd(label)}  ${bar(time.median / most)} ${ratio.padStart(8)}  ${times}`);
  }
}

export function judge(samples: readonly Samples[], goals: readonly Goal[]): void {
  for (const goal of goals) {
    const ratio = ratioOf(named(samples, goal.of), named(samples, goal.to));
    const verdict = ratio.median <= goal.atMost ? "kept" : "missed";
    console.log(`  ${goal.what}: ${ratioText(ratio)}, goal ≤ ${goal.atMost} ×: ${verdict}`);
  }
}

export function ratioText({ median, low, high }: Spread): string {
  return `${number(median)} × [${number(low)} – ${number(high)}]`;
}

export function milliseconds(value: number): string {
  return `${number(value)} ms`;
}

function number(value: number): string {
  return value.toPrecision(value >= 100 ? Math.ceil(Math.log10(value + 1)) : 3);
}

/** A bar relative to the longest one, in eighths of a character. */
function bar(share: number): string {
  const eighths = Math.max(1, Math.round(share * WIDTH * 8));
  return `${"█".repeat(Math.floor(eighths / 8))}${EIGHTHS[eighths % 8]}`.padEnd(WIDTH);
}

function named(samples: readonly Samples[], name: string): Samples {
  const found = samples.find((one) => one.name === name);
  if (!found) throw new Error(`There is no contender ${name}.`);
  return found;
}
