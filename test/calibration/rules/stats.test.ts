import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CALIBRATION_STATUSES } from "../../../src/calibration/rules/confidence-advice.ts";
import { calibrationStats } from "../../../src/calibration/rules/stats.ts";

const sums = fc.record({
  domain: fc.constantFrom("auth", "api", "database"),
  outcomes: fc.integer({ min: 1, max: 20 }),
  score: fc.constantFrom(0, 0.5, 1),
  stated: fc.constant(0),
  confidence: fc.constant(0),
});

describe("the calibration statistics of a memory", () => {
  it("have no success rate without outcomes", () => {
    const none = {
      domains: 0,
      total: { outcomes: 0, score: 0 },
      successRate: undefined,
      overconfident: 0,
      underconfident: 0,
    };
    expect(calibrationStats([], [])).toEqual(none);
  });

  it("give the rate over all domains, and how many of those judged are over- and underconfident", () => {
    fc.assert(
      fc.property(
        fc.array(sums, { minLength: 1, maxLength: 6 }),
        fc.array(fc.constantFrom(...CALIBRATION_STATUSES)),
        (domains, statuses) => {
          const stats = calibrationStats(domains, statuses);
          const total = (of: "outcomes" | "score") => domains.reduce((sum, one) => sum + one[of], 0);
          expect(stats.domains).toBe(domains.length);
          expect(stats.successRate).toBeCloseTo((1 + total("score")) / (2 + total("outcomes")), 9);
          expect(stats.overconfident).toBe(statuses.filter((status) => status === "overconfident").length);
          expect(stats.underconfident).toBe(statuses.filter((status) => status === "underconfident").length);
        },
      ),
    );
  });
});
