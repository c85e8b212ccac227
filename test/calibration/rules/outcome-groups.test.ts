import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  binSumsOf,
  type OutcomeGroup,
  periodsOf,
  sameAuthor,
  sumOf,
} from "../../../src/calibration/rules/calibration-chart.ts";

const group = (fields: Partial<OutcomeGroup> = {}): OutcomeGroup => ({
  domain: "database",
  author: { kind: "agent" },
  week: 2_900,
  isWithin: true,
  bin: 8,
  outcomes: 3,
  counts: { worked: 2, partly: 0, failed: 1 },
  score: 2,
  confidence: 2.5,
  squaredError: 0.5,
  ...fields,
});
const inWeeks = (...weeks: number[]): OutcomeGroup[] => weeks.map((week) => group({ week }));
const WEEK_MS = 7 * 86_400_000;

describe("The sums over groups of outcomes", () => {
  it("count what was stated apart from what was not", () => {
    expect(
      sumOf([group(), group({ bin: undefined, confidence: 0 }), group({ bin: 0, confidence: 0.1 })]),
    ).toEqual({
      counts: { worked: 6, partly: 0, failed: 3 },
      outcomes: 9,
      score: 6,
      stated: 6,
      confidence: 2.6,
      statedScore: 4,
    });
    const nothing = { outcomes: 0, score: 0, stated: 0, confidence: 0, statedScore: 0 };
    expect(sumOf([])).toEqual({ ...nothing, counts: { worked: 0, partly: 0, failed: 0 } });
  });

  it("are kept by the tenth of confidence", () => {
    const none = { outcomes: 0, score: 0, confidence: 0, squaredError: 0 };
    const bins = binSumsOf([group(), group(), group({ bin: 0 }), group({ bin: undefined })]);
    expect(bins).toHaveLength(10);
    expect(bins[8]).toEqual({ outcomes: 6, score: 4, confidence: 5, squaredError: 1 });
    expect(bins[0]).toEqual({ outcomes: 3, score: 2, confidence: 2.5, squaredError: 0.5 });
    expect(bins.filter((_, bin) => bin !== 0 && bin !== 8)).toEqual(Array(8).fill(none));
  });
});

it("Authors are the same if kind and person are", () => {
  expect(sameAuthor({ kind: "agent", person: "Ann" }, { kind: "agent", person: "Ann" })).toBe(true);
  expect(sameAuthor({ kind: "agent" }, { kind: "agent" })).toBe(true);
  expect(sameAuthor({ kind: "agent", person: "Ann" }, { kind: "human", person: "Ann" })).toBe(false);
  expect(sameAuthor({ kind: "agent", person: "Ann" }, { kind: "agent", person: "Ben" })).toBe(false);
  expect(sameAuthor({ kind: "agent", person: "Ann" }, { kind: "agent" })).toBe(false);
});

describe("Success over time", () => {
  it("has no periods without outcomes", () => expect(periodsOf([])).toEqual([]));

  it("begins each period on a Monday, those without an outcome as well", () => {
    const periods = periodsOf(inWeeks(2_900, 2_900, 2_902, 2_903));
    expect(periods.map(({ from, weeks, outcomes }) => [from.toISOString(), weeks, outcomes])).toEqual([
      ["2025-07-28T00:00:00.000Z", 1, 6],
      ["2025-08-04T00:00:00.000Z", 1, 0],
      ["2025-08-11T00:00:00.000Z", 1, 3],
      ["2025-08-18T00:00:00.000Z", 1, 3],
    ]);
  });

  it.each([
    ["a week, with three outcomes each", [0, 1, 2, 3, 4, 5, 6, 7], 1, 8],
    ["two weeks, with too few in each one", [0, 3, 4, 7], 2, 4],
    ["a week, where longer ones would be fewer than four", [0, 5], 1, 6],
    ["two weeks, where those are four", [0, 6], 2, 4],
    ["a week, as long as there are at most 26", [0, ...Array(25).fill(25)], 1, 26],
    ["two weeks, as soon as there would be 27", [0, ...Array(30).fill(26)], 2, 14],
    ["a year, however many", [0, 52 * 40], 52, 41],
  ])("has periods of %s", (_, weeks, length, count) => {
    const periods = periodsOf(inWeeks(...weeks));
    expect([periods[0]?.weeks, periods.length]).toEqual([length, count]);
  });

  it("counts every outcome in one period, in periods of the same length without a gap", () => {
    const weeks = fc.array(fc.integer({ min: 2_000, max: 3_000 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(weeks, (all) => {
        const periods = periodsOf(inWeeks(...all));
        expect(periods.reduce((sum, { outcomes }) => sum + outcomes, 0)).toBe(3 * all.length);
        periods.forEach(({ from, weeks: length }, i) => {
          expect(from.getTime()).toBe((periods[0]?.from.getTime() ?? 0) + i * length * WEEK_MS);
        });
        expect(periods.at(-1)?.outcomes).toBeGreaterThan(0);
      }),
    );
  });
});
