import { describe, expect, it } from "vitest";
import { loadBetaMath } from "../../../src/calibration/beta.ts";
import { posterior } from "../../../src/calibration/rules/calibration.ts";
import {
  differenceInterval,
  isOnTrial,
  isShown,
  trialEffect,
} from "../../../src/learning/rules/skill-trial.ts";

const math = await loadBetaMath();
const sums = (score: number, outcomes: number) => ({ outcomes, score });

describe("a trial of a skill", () => {
  it("shows the skill in half of the sessions, always the same ones", () => {
    const sessions = Array.from({ length: 2_000 }, (_, i) => `session-${i}`);
    const shown = sessions.filter((session) => isShown("shop", session, "sk_a"));
    expect(shown.length / sessions.length).toBeCloseTo(0.5, 1);
    expect(sessions.filter((session) => isShown("shop", session, "sk_a"))).toEqual(shown);
  });

  it("divides the sessions differently for every skill and project", () => {
    const sessions = Array.from({ length: 2_000 }, (_, i) => `session-${i}`);
    for (const [project, skill] of [
      ["shop", "sk_b"],
      ["depot", "sk_a"],
    ] as const) {
      const alike = sessions.filter((one) => isShown("shop", one, "sk_a") === isShown(project, one, skill));
      expect(alike.length / sessions.length).toBeCloseTo(0.5, 1);
    }
  });

  it("is for new skills only: established skills and antipatterns are always shown", () => {
    expect(isOnTrial({ kind: "skill", stage: "emerging" })).toBe(true);
    expect(isOnTrial({ kind: "skill", stage: "established" })).toBe(false);
    expect(isOnTrial({ kind: "antipattern", stage: "emerging" })).toBe(false);
  });

  it("reports how many outcomes are missing", () => {
    expect(trialEffect({ shown: sums(3, 3), withheld: sums(6, 9) }, math)).toMatchObject({
      known: false,
      missing: 2,
    });
  });

  it("reports the difference, its credible interval and the probability that it helps", () => {
    const effect = trialEffect({ shown: sums(18, 20), withheld: sums(10, 20) }, math);
    if (!effect.known) throw new Error("there is enough data");
    expect(effect.difference).toBeCloseTo(19 / 22 - 11 / 22, 9);
    expect(effect.probabilityItHelps).toBeGreaterThan(0.99);
    const [low, high] = effect.interval;
    expect(low).toBeGreaterThan(0);
    expect(low).toBeLessThan(effect.difference);
    expect(high).toBeGreaterThan(effect.difference);
  });

  it("reports no difference if both sides have the same outcomes", () => {
    const effect = trialEffect({ shown: sums(7, 10), withheld: sums(7, 10) }, math);
    if (!effect.known) throw new Error("there is enough data");
    expect(effect.probabilityItHelps).toBeCloseTo(0.5, 6);
    expect(effect.interval[0]).toBeCloseTo(-effect.interval[1], 3);
  });

  /** The exact distribution function, by integrating one posterior along the quantiles of the other. */
  const share = (below: number, a: ReturnType<typeof posterior>, b: ReturnType<typeof posterior>): number => {
    const steps = 4_000;
    let sum = 0;
    for (let i = 0; i < steps; i++) {
      const x = math.quantile((i + 0.5) / steps, a.alpha, a.beta);
      sum += 1 - cumulative(x - below, b);
    }
    return sum / steps;
  };
  const cumulative = (x: number, { alpha, beta }: ReturnType<typeof posterior>): number => {
    if (x <= 0) return 0;
    if (x >= 1) return 1;
    let [low, high] = [0, 1];
    for (let i = 0; i < 30; i++) {
      const middle = (low + high) / 2;
      if (math.quantile(middle, alpha, beta) < x) low = middle;
      else high = middle;
    }
    return (low + high) / 2;
  };

  it("has an interval within 0.005 of the exact one", () => {
    // The difference of two uniform rates is a triangle.
    const [low, high] = differenceInterval({ alpha: 1, beta: 1 }, { alpha: 1, beta: 1 }, math);
    expect(Math.abs(low - (-1 + Math.sqrt(0.05)))).toBeLessThan(0.005);
    expect(Math.abs(high - (1 - Math.sqrt(0.05)))).toBeLessThan(0.005);
    const [a, b] = [posterior(sums(18, 20)), posterior(sums(2.5, 5))];
    const bounds = differenceInterval(a, b, math);
    expect(share(bounds[0] - 0.005, a, b)).toBeLessThan(0.025);
    expect(share(bounds[0] + 0.005, a, b)).toBeGreaterThan(0.025);
    expect(share(bounds[1] - 0.005, a, b)).toBeLessThan(0.975);
    expect(share(bounds[1] + 0.005, a, b)).toBeGreaterThan(0.975);
  });
});
