import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { BINS, type BinSums, binOf, MIN_OUTCOMES } from "../src/calibration/rules/calibration.ts";
import {
  MOST_RECENT,
  recalibrationOf,
  recommendationOf,
  type StatedOutcome,
} from "../src/calibration/rules/recalibration.ts";
import { smoke } from "./workplace.ts";

const DATA = fileURLToPath(new URL("../../shared/data/calibration/", import.meta.url));
const SETS = ["fivethirtyeight-games", "fivethirtyeight-elections"];
/** The early outcomes of a domain, starting with the first one for which there is a calibration. */
const EARLY = { from: MIN_OUTCOMES, to: 30 };
const SHUFFLES = smoke ? 2 : 5;

/** Goals for the difference in the Brier score; below zero is better than the stated confidence. */
const GOALS = { overall: 0, miscalibrated: -0.002, largeDomain: 0.001, early: 0.002 };
const MISCALIBRATED = "nba_games";
const LARGE = 100;

interface Forecast {
  readonly domain: string;
  readonly confidence: number;
  readonly outcome: 0 | 1;
  readonly date: string;
}

type Way = "stated" | "recommended";
const WAYS: readonly Way[] = ["stated", "recommended"];

/** Sums of squared errors. */
interface Errors extends Record<Way, number> {
  n: number;
}
interface Scores {
  readonly all: Errors;
  readonly early: Errors;
}

/** When the outcome of a forecast becomes known to later ones: on the next day, or at once. */
const ORDERS = {
  "each day judged by the days before it": (one: Forecast, next: Forecast) => one.date !== next.date,
  "each judged by those before it in the file": () => true,
};

function rowsOf(name: string): Forecast[] {
  const rows = readFileSync(`${DATA}${name}.jsonl`, "utf8").trimEnd().split("\n");
  return rows.slice(0, smoke ? 200 : undefined).map((line) => JSON.parse(line) as Forecast);
}

/** The outcomes that are known so far. */
interface Known {
  bins: BinSums[];
  recent: StatedOutcome[];
}

const nothing = { outcomes: 0, score: 0, confidence: 0, squaredError: 0 };
const noOutcomes = (): Known => ({ bins: Array.from({ length: BINS }, () => nothing), recent: [] });

function add({ bins, recent }: Known, { confidence, outcome }: Forecast): void {
  const own = binOf(confidence);
  const bin = bins[own] as BinSums;
  bins[own] = {
    outcomes: bin.outcomes + 1,
    score: bin.score + outcome,
    confidence: bin.confidence + confidence,
    squaredError: bin.squaredError + (confidence - outcome) ** 2,
  };
  recent.push({ confidence, score: outcome });
  if (recent.length > MOST_RECENT) recent.shift();
}

const without = (all: readonly BinSums[], part: readonly BinSums[]): BinSums[] =>
  all.map((bin, i) => ({
    outcomes: bin.outcomes - (part[i] as BinSums).outcomes,
    score: bin.score - (part[i] as BinSums).score,
    confidence: bin.confidence - (part[i] as BinSums).confidence,
    squaredError: 0,
  }));

/** Goes through forecasts in time order; each is judged only by outcomes that were known when it was made. */
function judged(
  forecasts: readonly Forecast[],
  known: (one: Forecast, next: Forecast) => boolean,
): Map<string, Scores> {
  const project = noOutcomes();
  const domains = new Map<string, Known>();
  const scores = new Map<string, Scores>();
  const errors = (): Errors => ({ n: 0, stated: 0, recommended: 0 });
  let waiting: Forecast[] = [];
  for (const one of forecasts) {
    if (waiting.some((earlier) => known(earlier, one))) {
      for (const past of waiting) {
        add(project, past);
        add(domains.get(past.domain) as Known, past);
      }
      waiting = [];
    }
    const own = domains.get(one.domain) ?? noOutcomes();
    domains.set(one.domain, own);
    const elsewhere = [without(project.bins, own.bins)];
    const basis = recalibrationOf({ own: own.bins, recent: own.recent, elsewhere });
    const said: Record<Way, number> = {
      stated: one.confidence,
      recommended: recommendationOf(basis, one.confidence).recommended,
    };
    const score = scores.get(one.domain) ?? { all: errors(), early: errors() };
    scores.set(one.domain, score);
    const position = score.all.n + 1;
    const early = position >= EARLY.from && position <= EARLY.to;
    for (const sums of early ? [score.all, score.early] : [score.all]) {
      sums.n++;
      for (const way of WAYS) sums[way] += (said[way] - one.outcome) ** 2;
    }
    waiting.push(one);
  }
  return scores;
}

function total(scores: Map<string, Scores>, part: keyof Scores): Errors {
  const sum: Errors = { n: 0, stated: 0, recommended: 0 };
  for (const one of scores.values()) {
    sum.n += one[part].n;
    for (const way of WAYS) sum[way] += one[part][way];
  }
  return sum;
}

const gain = (errors: Errors): number => (errors.recommended - errors.stated) / errors.n;
const signed = (value: number): string =>
  `${value > 0 ? "+" : value < 0 ? "−" : " "}${Math.abs(value).toFixed(4)}`;

function print(scores: Map<string, Scores>): void {
  const figures = (errors: Errors): string =>
    [...WAYS.map((way) => (errors[way] / errors.n).toFixed(4)), signed(gain(errors))]
      .map((text) => text.padStart(11))
      .join(" ");
  const heads = [...WAYS, "difference"].map((head) => head.padStart(11)).join(" ");
  console.log(`  ${"".padEnd(22)} ${"n".padStart(6)} ${heads}   outcomes ${EARLY.from}–${EARLY.to}:${heads}`);
  const line = (name: string, { all, early }: Scores): void =>
    console.log(
      `  ${name.padEnd(22)} ${String(all.n).padStart(6)} ${figures(all)} ${" ".repeat(16)}${figures(early)}`,
    );
  for (const [domain, score] of scores) line(domain, score);
  line("all", { all: total(scores, "all"), early: total(scores, "early") });
}

function judgeGoals(scores: Map<string, Scores>): void {
  const goal = (what: string, value: number, kept: boolean): void =>
    console.log(`  ${what}: ${signed(value)}: ${kept ? "kept" : "missed"}`);
  const overall = gain(total(scores, "all"));
  goal("overall, goal < 0", overall, overall < GOALS.overall);
  const off = scores.get(MISCALIBRATED);
  if (off) {
    const value = gain(off.all);
    goal(`${MISCALIBRATED}, goal ≤ ${signed(GOALS.miscalibrated)}`, value, value <= GOALS.miscalibrated);
  }
  const large = [...scores.values()].filter(({ all }) => all.n >= LARGE).map(({ all }) => gain(all));
  const worst = Math.max(...large);
  goal(
    `worst domain of ${LARGE} or more, goal ≤ ${signed(GOALS.largeDomain)}`,
    worst,
    worst <= GOALS.largeDomain,
  );
  const early = gain(total(scores, "early"));
  goal(`outcomes ${EARLY.from}–${EARLY.to}, goal ≤ ${signed(GOALS.early)}`, early, early <= GOALS.early);
}

/** The days in their order, with the forecasts of each day shuffled by the seed. */
function shuffledWithinDays(forecasts: readonly Forecast[], seed: number): Forecast[] {
  let state = seed;
  const drawn = forecasts.map((one) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return { one, at: state };
  });
  return drawn
    .sort((a, b) => (a.one.date < b.one.date ? -1 : a.one.date > b.one.date ? 1 : a.at - b.at))
    .map(({ one }) => one);
}

function printShuffled(forecasts: readonly Forecast[]): void {
  const runs = Array.from({ length: SHUFFLES }, (_, i) =>
    judged(shuffledWithinDays(forecasts, i + 1), () => true),
  );
  const range = (part: keyof Scores): string => {
    const gains = runs.map((scores) => gain(total(scores, part)));
    return `${signed(Math.min(...gains))} to ${signed(Math.max(...gains))}`;
  };
  console.log(
    `  one by one in ${SHUFFLES} orders within the days: overall ${range("all")}, outcomes ${EARLY.from}–${EARLY.to} ${range("early")}`,
  );
}

if (existsSync(DATA)) {
  for (const name of SETS) {
    const forecasts = rowsOf(name);
    for (const [order, known] of Object.entries(ORDERS)) {
      console.log(`\n${name}: Brier scores, ${order}`);
      const scores = judged(forecasts, known);
      print(scores);
      judgeGoals(scores);
    }
    printShuffled(forecasts);
  }
} else {
  console.log(`no forecasts at ${DATA}: nothing is measured`);
}
