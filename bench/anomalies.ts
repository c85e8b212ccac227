import { loadBetaMath } from "../src/calibration/beta.ts";
import { posterior } from "../src/calibration/rules/calibration.ts";
import { FALLING_RATE, WIDENING_GAP } from "../src/learning/rules/anomaly-detectors.ts";
import { type ChangeRule, changesAfterEach } from "../src/learning/rules/change-point.ts";
import { smoke } from "./workplace.ts";

/** Simulated projects: how often an anomaly is reported where nothing changed, and how often where something did. */
const PROJECTS = smoke ? 20 : 10_000;
/** The rule of 0.2.0 is much slower. */
const PROJECTS_BEFORE = smoke ? 10 : 1_000;
const DOMAINS = 6;
const MOST_FALSE = 0.05;
const CONFIDENCES = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95];

interface Outcome {
  readonly score: number;
  readonly statedConfidence: number;
}
/** Whether it is reported after each outcome. */
type Rule = (outcomes: readonly Outcome[]) => boolean[];

const math = await loadBetaMath();
const random = seeded(20_261_116);

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const sequential =
  (rule: ChangeRule<Outcome>): Rule =>
  (outcomes) =>
    changesAfterEach(outcomes, rule).map((change) => change !== undefined);

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The rules of 0.2.0: two halves, and the same limit after each outcome. */
const halves =
  (least: number, differ: (earlier: readonly Outcome[], later: readonly Outcome[]) => boolean): Rule =>
  (outcomes) =>
    outcomes.map((_, last) => {
      const seen = outcomes.slice(0, last + 1);
      const half = Math.floor(seen.length / 2);
      return half >= least && differ(seen.slice(0, half), seen.slice(half));
    });

const rateBefore = halves(3, (earlier, later) => {
  const rate = (part: readonly Outcome[]) =>
    posterior({ outcomes: part.length, score: part.length * mean(part.map(({ score }) => score)) });
  return math.probabilityGreater(rate(later), rate(earlier)) <= 0.05;
});

const confidenceBefore = halves(5, (earlier, later) => {
  const [was, is] = [earlier, later].map((part) => {
    const gaps = part.map(({ statedConfidence, score }) => statedConfidence - score);
    const gap = mean(gaps);
    return { gap, squaredError: (mean(gaps.map((one) => (one - gap) ** 2)) / (gaps.length - 1)) as number };
  }) as [{ gap: number; squaredError: number }, { gap: number; squaredError: number }];
  const moved = Math.abs(is.gap - was.gap);
  const error = Math.sqrt(was.squaredError + is.squaredError);
  return Math.abs(is.gap) > Math.abs(was.gap) && moved >= 0.15 && moved >= 2.5 * error;
});

const RATE = { now: sequential(FALLING_RATE), before: rateBefore };
const CONFIDENCE = { now: sequential(WIDENING_GAP), before: confidenceBefore };

/** Outcomes with a rate for each place. */
const atRate = (count: number, rate: (n: number) => number): Outcome[] =>
  Array.from({ length: count }, (_, n) => ({ score: random() < rate(n) ? 1 : 0, statedConfidence: 0.8 }));

/** Outcomes at several confidences that are too high by a gap. */
const atGap = (count: number, gap: (n: number) => number): Outcome[] =>
  Array.from({ length: count }, (_, n) => {
    const statedConfidence = CONFIDENCES[Math.floor(random() * CONFIDENCES.length)] as number;
    return { statedConfidence, score: random() < statedConfidence - gap(n) ? 1 : 0 };
  });

/** The share in percent with the 95 % interval of Wilson. */
function share(runs: number, happens: () => boolean): { text: string; value: number } {
  let count = 0;
  for (let run = 0; run < runs; run++) if (happens()) count++;
  const [p, z2] = [count / runs, 1.96 ** 2];
  const middle = (p + z2 / (2 * runs)) / (1 + z2 / runs);
  const width = (1.96 / (1 + z2 / runs)) * Math.sqrt((p * (1 - p)) / runs + z2 / (4 * runs * runs));
  const percent = (value: number): string => (100 * value).toFixed(1);
  return { text: `${percent(p)} % [${percent(middle - width)} – ${percent(middle + width)}]`, value: p };
}

const line = (name: string, ...cells: readonly string[]): void =>
  console.log(`  ${name.padEnd(46)}${cells.map((cell) => cell.padStart(22)).join("")}`);
const verdict = (kept: boolean): string => (kept ? "kept" : "missed");

const EVEN = Array.from({ length: DOMAINS }, (_, domain) => 0.3 + (0.65 * domain) / (DOMAINS - 1));
const ALIKE = Array.from({ length: DOMAINS }, () => 0.65);

const steady = (count: number, rates: () => readonly number[]) => (): Outcome[][] =>
  rates().map((rate) => atRate(count, () => rate));
const calibrated = (count: number) => (): Outcome[][] => EVEN.map(() => atGap(count, () => 0));

type FalseAlarm = [name: string, rules: typeof RATE, domains: () => Outcome[][], goal: boolean];
const SHORT: readonly FalseAlarm[] = [
  ["rate, 30 outcomes, evenly from 0.3 to 0.95", RATE, steady(30, () => EVEN), true],
  [
    "rate, 30 outcomes, drawn from 0.3 to 0.95",
    RATE,
    steady(30, () => EVEN.map(() => 0.3 + 0.65 * random())),
    true,
  ],
  ["rate, 30 outcomes, all 0.65 (the worst case)", RATE, steady(30, () => ALIKE), false],
  ["confidence, 30 outcomes, calibrated", CONFIDENCE, calibrated(30), true],
];
const LONG: readonly FalseAlarm[] = [
  ["rate, 100 outcomes, evenly from 0.3 to 0.95", RATE, steady(100, () => EVEN), false],
  ["confidence, 100 outcomes, calibrated", CONFIDENCE, calibrated(100), false],
];

console.log(
  `Projects of ${DOMAINS} steady domains with a false alarm, looked at after each outcome, and the 95 % interval (n = ${PROJECTS_BEFORE} and ${PROJECTS}; with 100 outcomes a tenth).`,
);
line("", "0.2.0", "now");
for (const [name, { before, now }, domains, goal] of [...SHORT, ...LONG]) {
  const long = LONG.some(([other]) => other === name);
  const alarmed = (rule: Rule) => () => domains().some((outcomes) => rule(outcomes).includes(true));
  const found = share(long ? PROJECTS / 10 : PROJECTS, alarmed(now));
  line(
    name,
    share(long ? PROJECTS_BEFORE / 10 : PROJECTS_BEFORE, alarmed(before)).text,
    found.text,
    goal ? `≤ ${100 * MOST_FALSE} %: ${verdict(found.value <= MOST_FALSE)}` : "",
  );
}

type Change = [after: number, within: number, from: number, to: number, goal?: number];
const FALLS: readonly Change[] = [
  [12, 15, 0.8, 0.2],
  [15, 15, 0.8, 0.2, 0.8],
  [20, 15, 0.8, 0.2, 0.8],
  [30, 15, 0.8, 0.2, 0.8],
  [60, 15, 0.8, 0.2, 0.8],
  [15, 30, 0.8, 0.4, 0.6],
  [20, 30, 0.8, 0.4, 0.6],
  [30, 30, 0.8, 0.4, 0.6],
  [60, 30, 0.8, 0.4, 0.6],
  [20, 30, 0.95, 0.6],
  [20, 30, 0.6, 0.3],
];
const DRIFTS: readonly Change[] = [
  [20, 15, 0, 0.4],
  [20, 30, 0, 0.4],
  [20, 30, 0, 0.3],
  [40, 30, 0, 0.3],
  [20, 15, 0, 0.6],
];

/** Domains that were reported before the change do not count. */
function detection(
  name: string,
  { before, now }: typeof RATE,
  draw: typeof atRate,
  changes: readonly Change[],
): void {
  console.log(`\n${name} (n = ${PROJECTS_BEFORE} and ${PROJECTS / 5})`);
  line("", "0.2.0", "now");
  for (const [after, within, from, to, goal] of changes) {
    const found = (rule: Rule) => (): boolean => {
      for (;;) {
        const reported = rule(draw(after + within, (n) => (n < after ? from : to)));
        if (!reported.slice(0, after).includes(true)) return reported.includes(true);
      }
    };
    const shown = share(PROJECTS / 5, found(now));
    line(
      `${from} to ${to} after ${after}, within ${within} outcomes`,
      share(PROJECTS_BEFORE, found(before)).text,
      shown.text,
      goal === undefined ? "" : `≥ ${100 * goal} %: ${verdict(shown.value >= goal)}`,
    );
  }
}

detection("Rates that fall, found", RATE, atRate, FALLS);
detection("Confidence that becomes too high, found", CONFIDENCE, atGap, DRIFTS);

/** What becomes of a report: the rate is 0.8 in 20 outcomes, falls to 0.2 until it is reported, and goes on as given. */
function endOf(onwards: number, outcomes: number): number | undefined {
  for (;;) {
    const fallen = atRate(50, (n) => (n < 20 ? 0.8 : 0.2));
    const first = 1 + RATE.now(fallen).indexOf(true);
    // A few are reported before the fall, or not in time.
    if (first <= 20) continue;
    const reported = RATE.now([...fallen.slice(0, first), ...atRate(outcomes, () => onwards)]).slice(first);
    return reported.includes(false) ? 1 + reported.indexOf(false) : undefined;
  }
}
const ends = Array.from({ length: PROJECTS / 10 }, () => endOf(0.8, 60) ?? 60).sort((a, b) => a - b);
console.log("\nReports of a rate that fell from 0.8 to 0.2");
line(
  "ended within 10 outcomes though it stayed at 0.2",
  share(PROJECTS / 10, () => endOf(0.2, 10) !== undefined).text,
);
line(
  "outcomes at 0.8 again until it ended",
  `median ${ends[Math.floor(ends.length / 2)]}, 90 % ${ends[Math.floor(ends.length * 0.9)]}`,
);
