import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { calibrate, credibleInterval } from "../../src/calibration/rules/calibration.ts";
import { readTally } from "../../src/calibration/sql/tallies.ts";
import { history } from "../support/loop.ts";
import { callBy, openMemory, type TestMemory } from "../support/memory.ts";
import { publicFile, publicLines } from "../support/public-data.ts";
import { type Json, succeed, toolNamed } from "../support/tools.ts";
import {
  type Forecast,
  madeUpForecasts,
  type Reference,
  type ReferenceSet,
  referenceOf,
  type Waypoint,
} from "./made-up-forecasts.ts";

const REFERENCE = publicFile("calibration/reference.json");
const soak = process.env["MEMBRIA_SOAK"] === "1";
const TOLERANCE = 1e-6;

const forecastsOf = (name: string): Forecast[] => publicLines<Forecast>(`calibration/${name}.jsonl`) ?? [];
const publicReference = (name: string): ReferenceSet =>
  (JSON.parse(readFileSync(REFERENCE as URL, "utf8")) as Record<string, ReferenceSet>)[name] as ReferenceSet;

/** Compares figures, and keeps the largest difference and their number. */
function comparison() {
  let [largest, compared] = [0, 0];
  const near = (found: unknown, expected: number, what: string): number => {
    const difference = Math.abs((found as number) - expected);
    expect(difference, `${what}: ${found} against ${expected}`).toBeLessThanOrEqual(TOLERANCE);
    compared++;
    return difference;
  };
  return {
    equal(found: unknown, expected: number, what: string): void {
      largest = Math.max(largest, near(found, expected, what));
    },
    /** The reference has some figures to six digits only, which says nothing about ours. */
    equalRounded(found: unknown, expected: number | null, what: string): void {
      if (expected === null) expect(found, what).toBeNull();
      else near(found, expected, what);
    },
    summary: () => `${compared} figures, the largest difference ${largest.toExponential(1)}`,
  };
}
type Comparison = ReturnType<typeof comparison>;

/** Without the check of the reply's schema, which every other suite makes: there are tens of thousands of calls. */
async function call(memory: TestMemory, name: string, args: Json): Promise<Json> {
  const { structured, fault } = await toolNamed(name).call(args, memory, callBy());
  if (fault) throw fault;
  return structured;
}

/** Each forecast is captured as a decision and gets its outcome, in the order of the file. */
async function replay(
  memory: TestMemory,
  forecasts: readonly Forecast[],
  onOutcome: (domain: string, count: number) => Promise<void>,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const [n, { domain, confidence, outcome, item, date }] of forecasts.entries()) {
    const { decision_id } = await call(memory, "membria_capture_decision", {
      statement: `${item} on ${date} (${n})`,
      alternatives: ["The other side wins"],
      confidence,
    });
    await call(memory, "membria_record_outcome", {
      decision_id,
      final_status: outcome === 1 ? "success" : "failure",
      final_score: outcome,
      decision_domain: domain,
    });
    const count = (counts.get(domain) ?? 0) + 1;
    counts.set(domain, count);
    await onOutcome(domain, count);
  }
  return counts;
}

async function compareWhole(
  memory: TestMemory,
  args: Json,
  expected: Reference,
  { equal, equalRounded }: Comparison,
): Promise<void> {
  const found = await succeed(memory, "membria_get_calibration", args);
  const name = String(found["domain"]);
  expect(found["sample_size"], name).toBe(expected.n);
  equal(found["alpha"], expected.beta_alpha, `${name} α`);
  equal(found["beta"], expected.beta_beta, `${name} β`);
  equal(found["success_rate"], expected.posterior_mean, `${name} mean`);
  equal(found["variance"], expected.posterior_var, `${name} variance`);
  equal(found["mean_confidence"], expected.mean_confidence, `${name} mean confidence`);
  equal(found["brier"], expected.brier, `${name} Brier score`);
  equal(found["ece"], expected.ece10, `${name} calibration error`);
  const interval = found["credible_interval_95"] as number[];
  for (const side of [0, 1] as const) equal(interval[side], expected.ci95[side], `${name} interval`);
  const bins = found["reliability"] as Json[];
  for (const [i, bin] of expected.bins.entries()) {
    expect(bins[i]?.["outcomes"], `${name}, bin ${i}`).toBe(bin.n);
    for (const [own, its] of [
      ["mean_confidence", bin.mean_conf],
      ["success_rate", bin.freq],
    ] as const) {
      equalRounded(bins[i]?.[own], its, `${name}, bin ${i}, ${own}`);
    }
  }
}

async function compareWaypoint(
  memory: TestMemory,
  domain: string,
  expected: Waypoint,
  { equal }: Comparison,
): Promise<void> {
  // The tool says that fewer than three outcomes are too few, so there it is the sums behind it.
  const early = expected.after < 3 && calibrate(await readTally(memory, "shop", domain));
  const found: Json = early
    ? {
        sample_size: early.sampleSize,
        success_rate: early.mean,
        variance: early.variance,
        brier: early.brier,
        credible_interval_95: credibleInterval(early, await memory.betaMath()),
      }
    : await succeed(memory, "membria_get_calibration", { domain });
  const what = `${domain} after ${expected.after}`;
  expect(found["sample_size"], what).toBe(expected.after);
  equal(found["success_rate"], expected.posterior_mean, `${what}, mean`);
  equal(found["variance"], expected.posterior_var, `${what}, variance`);
  equal(found["brier"], expected.brier, `${what}, Brier score`);
  const interval = found["credible_interval_95"] as number[];
  for (const side of [0, 1] as const) equal(interval[side], expected.ci95[side], `${what}, interval`);
}

async function replayAndCompare(expected: ReferenceSet, forecasts: readonly Forecast[]) {
  const memory = await openMemory();
  const compared = comparison();
  let waypoints = 0;
  const counts = await replay(memory, forecasts, async (domain, count) => {
    const waypoint = expected.sequential[domain]?.find(({ after }) => after === count);
    if (!waypoint) return;
    await compareWaypoint(memory, domain, waypoint, compared);
    waypoints++;
  });
  const whole = Object.entries(expected.domains).filter(([domain, { n }]) => counts.get(domain) === n);
  for (const [domain, one] of whole) await compareWhole(memory, { domain }, one, compared);
  const complete = forecasts.length === expected.overall.n;
  if (complete) await compareWhole(memory, {}, expected.overall, compared);
  return { summary: compared.summary(), waypoints, domains: whole.length, complete };
}

describe("the whole loop with numbers of our own", () => {
  // Exact limits from the binomial sum: the chance of at least α successes in α + β − 1 trials is 2.5 % and 97.5 %.
  it.each([
    { successes: 3, failures: 0, interval: [0.3976353644, 0.9936905368] },
    { successes: 2, failures: 1, interval: [0.1941204497, 0.9324140135] },
    { successes: 4, failures: 1, interval: [0.358765421, 0.9567281317] },
    { successes: 2, failures: 2, interval: [0.1466327996, 0.8533672004] },
    { successes: 4, failures: 5, interval: [0.1870860284, 0.7376219234] },
    { successes: 10, failures: 2, interval: [0.5455289443, 0.9496189265] },
    { successes: 50, failures: 50, interval: [0.4036430675, 0.5963569325] },
  ])("$successes successes and $failures failures", async ({ successes, failures, interval }) => {
    const memory = await openMemory();
    const n = successes + failures;
    const scores = Array.from({ length: n }, (_, i) => (i < successes ? 1 : 0));
    await history(
      memory,
      "numbers",
      scores.map((score) => [0.75, score] as const),
    );
    const found = await succeed(memory, "membria_get_calibration", { domain: "numbers" });
    const [alpha, beta] = [successes + 1, failures + 1];
    expect(found).toMatchObject({ sample_size: n, alpha, beta });
    expect(found["success_rate"]).toBeCloseTo(alpha / (n + 2), 9);
    expect(found["variance"]).toBeCloseTo((alpha * beta) / ((n + 2) ** 2 * (n + 3)), 9);
    expect(found["brier"]).toBeCloseTo((successes * 0.0625 + failures * 0.5625) / n, 9);
    expect(found["ece"]).toBeCloseTo(Math.abs(0.75 - successes / n), 9);
    expect(found["credible_interval_95"]).toEqual(interval.map((limit) => expect.closeTo(limit, 8)));
  });
});

describe("made-up forecasts through capture and outcome", () => {
  it("have the figures that follow from the definitions: every domain, all together, and on the way", async () => {
    const forecasts = madeUpForecasts(60);
    const found = await replayAndCompare(referenceOf(forecasts), forecasts);
    expect(found).toMatchObject({ domains: 3, complete: true, waypoints: 18 });
  });
});

if (REFERENCE)
  describe("public forecasts through capture and outcome, against reference figures", () => {
    it("all elections: every domain, all together, and on the way", async ({ annotate }) => {
      const found = await replayAndCompare(
        publicReference("fivethirtyeight-elections"),
        forecastsOf("fivethirtyeight-elections"),
      );
      expect(found).toMatchObject({ domains: 3, complete: true, waypoints: 19 });
      await annotate(found.summary);
    });

    it.runIf(soak)(
      "games: the small domains whole, and the beginning of the others",
      async ({ annotate }) => {
        const expected = publicReference("fivethirtyeight-games");
        const counts = new Map<string, number>();
        const some = forecastsOf("fivethirtyeight-games").filter(({ domain }) => {
          const count = (counts.get(domain) ?? 0) + 1;
          counts.set(domain, count);
          return count <= 100 || (expected.domains[domain]?.n ?? 0) < 500;
        });
        const found = await replayAndCompare(expected, some);
        expect(found).toMatchObject({ domains: 3, complete: false, waypoints: 49 });
        await annotate(found.summary);
      },
      240_000,
    );

    it.runIf(soak)(
      "all games",
      async ({ annotate }) => {
        const found = await replayAndCompare(
          publicReference("fivethirtyeight-games"),
          forecastsOf("fivethirtyeight-games"),
        );
        expect(found).toMatchObject({ domains: 7, complete: true, waypoints: 49 });
        await annotate(found.summary);
      },
      1_800_000,
    );

    it.runIf(soak)(
      "all favourites: the games of the leagues, told from the side that was likelier",
      async ({ annotate }) => {
        const league = forecastsOf("fivethirtyeight-games").filter(({ domain }) => domain.endsWith("_games"));
        const favourites = league.map(
          (one): Forecast =>
            one.confidence >= 0.5
              ? one
              : { ...one, confidence: 1 - one.confidence, outcome: one.outcome === 1 ? 0 : 1 },
        );
        const found = await replayAndCompare(publicReference("fivethirtyeight-favourites"), favourites);
        expect(found).toMatchObject({ domains: 5, complete: true, waypoints: 35 });
        await annotate(found.summary);
      },
      1_800_000,
    );
  });
