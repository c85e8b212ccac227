import { beforeAll, describe, expect, it } from "vitest";
import { countWords, loadBetaMath } from "../../../src/calibration/index.ts";
import {
  ageWeight,
  countsOf,
  estimateFrom,
  intervalOf,
  riskOfHistory,
  statusOf,
  strengthOf,
  weightInPrior,
} from "../../../src/learning/rules/estimate.ts";
import type { Evidence, Settled } from "../../../src/learning/rules/ways.ts";
import type { BetaMath } from "../../../src/shared/ports.ts";

let math: BetaMath;
beforeAll(async () => {
  math = await loadBetaMath();
});

const settled = (score: number, i: number): Settled => ({
  id: `dec_${i}`,
  choice: { statement: "x", alternatives: [] },
  at: new Date(i),
  score,
  status: score === 1 ? "success" : score === 0 ? "failure" : "partial",
});
const wayOf = (...scores: number[]): Settled[] => scores.map(settled);
const evidenceOf = (weight: number, ...scores: number[]): Evidence[] => {
  const way = wayOf(...scores);
  return way.map((one) => ({ settled: one, way, sameWay: weight, weight }));
};
const NO_RECORD = { miscalibrated: 0, outcomes: 0 };

describe("the posterior", () => {
  it("is Beta(κm + Σwy, κ(1 − m) + Σw(1 − y))", () => {
    const { alpha, beta, mean } = estimateFrom(0.7, 4, [...evidenceOf(0.5, 1, 0.5), ...evidenceOf(1, 0)]);
    expect(alpha).toBeCloseTo(4 * 0.7 + 0.75);
    expect(beta).toBeCloseTo(4 * 0.3 + 0.25 + 1);
    expect(mean).toBeCloseTo(alpha / (alpha + beta));
  });

  it("is the prior without evidence, to the last digit", () => {
    expect(estimateFrom(0.73, 4, []).mean).toBe(0.73);
    expect(estimateFrom(1, 4, []).mean).toBe(1);
  });

  it("has an interval that shrinks with the evidence", () => {
    const width = (outcomes: number): number => {
      const [low, high] = intervalOf(estimateFrom(0.7, 4, evidenceOf(1, ...Array(outcomes).fill(1))), math);
      return high - low;
    };
    expect(width(8)).toBeLessThan(width(2));
  });
});

describe("the strength of the prior", () => {
  it("is about four while little is known", () => {
    expect(strengthOf([])).toBeCloseTo(4, 0);
  });

  it("is low where ways differ, and high where they do not", () => {
    const differing = strengthOf([wayOf(1, 1, 1, 1), wayOf(0, 0, 0, 0), wayOf(1, 1, 1), wayOf(0, 0, 0)]);
    const alike = strengthOf([wayOf(1, 0, 1, 0), wayOf(0, 1, 0, 1), wayOf(1, 0, 0, 1), wayOf(1, 0)]);
    expect(differing).toBeLessThan(2);
    expect(alike).toBeGreaterThan(6);
  });

  it("lets the outcomes of one way count for less than as many of several", () => {
    expect(weightInPrior(1, 4)).toBe(1);
    expect(4 * weightInPrior(4, 4)).toBeCloseTo(2.5);
  });
});

describe("the status", () => {
  const statusAt = (stated: number, prior: number, evidence: Evidence[]) =>
    statusOf(stated, estimateFrom(prior, 3, evidence), NO_RECORD, math);

  it("is overconfident where the same way failed", () => {
    expect(statusAt(0.85, 0.85, evidenceOf(1, 0, 0, 0))).toBe("overconfident");
  });

  it("is underconfident where the same way worked", () => {
    expect(statusAt(0.5, 0.5, evidenceOf(1, 1, 1, 1, 1))).toBe("underconfident");
  });

  it("is well-calibrated where it means what it says", () => {
    expect(statusAt(0.75, 0.75, evidenceOf(1, 1, 1, 1, 0))).toBe("well-calibrated");
  });

  it("is uncertain with too few outcomes", () => {
    expect(statusAt(0.75, 0.75, evidenceOf(1, 1))).toBe("uncertain");
    expect(statusAt(0.75, 0.75, [])).toBe("uncertain");
  });

  it("goes by the record where nothing is known of the way", () => {
    const estimate = estimateFrom(0.7, 4, []);
    expect(statusOf(0.8, estimate, { miscalibrated: 0.95, outcomes: 40 }, math)).toBe("overconfident");
    expect(statusOf(0.8, estimate, { miscalibrated: 0.5, outcomes: 40 }, math)).toBe("uncertain");
  });
});

describe("the risk of history", () => {
  it("grows with each failure and is nothing where nothing is known", () => {
    const risk = (...scores: number[]): number =>
      riskOfHistory(estimateFrom(0.8, 4, evidenceOf(1, ...scores)), math);
    expect(risk()).toBe(0);
    expect(risk(0)).toBeLessThan(risk(0, 0));
    expect(risk(0, 0, 0, 0)).toBeGreaterThan(0.6);
    expect(risk(1, 1, 1, 1)).toBeLessThan(0.05);
  });
});

describe("counts", () => {
  it("are whole, by how the decisions worked out", () => {
    const counts = countsOf(["success", "failure", "partial", "success"]);
    expect(countWords(counts)).toBe("2 worked, 1 partly, 1 failed");
    expect(countWords(countsOf(["success"]))).toBe("1 worked");
  });
});

it("lets an outcome count half after eight years, and one of tomorrow whole", () => {
  const now = new Date(Date.UTC(2026, 0, 1));
  const yearsAgo = (years: number): Date => new Date(now.getTime() - years * 365 * 86_400_000);
  expect(ageWeight(now)(yearsAgo(8))).toBeCloseTo(0.5);
  expect(ageWeight(now)(yearsAgo(-1))).toBe(1);
});
