import { describe, expect, it } from "vitest";
import { adviceOn, judgeConfidence } from "../../../src/calibration/rules/confidence-advice.ts";
import { recalibrationOf } from "../../../src/calibration/rules/recalibration.ts";
import { evidenceOf, type Forecast, outcomesAt, tallied } from "../../support/forecasts.ts";

/** The advice to somebody whose outcomes these are, among those of others. */
function advise(own: readonly Forecast[], stated: number | null, others: readonly Forecast[] = []): string {
  const judged = judgeConfidence(recalibrationOf(evidenceOf(own, [], others)), stated);
  return adviceOn({ ...judged, domain: "database", team: tallied([...own, ...others]), own: tallied(own) });
}

describe("the advice on confidence", () => {
  it.each([
    [
      "overconfident",
      advise(outcomesAt(40, 0.9, 0.5), 0.9),
      /^20 of 40 decisions about database worked out\. Confidence in them has been too high: state 5\d(\.\d)? % instead of 90 %\.$/,
    ],
    [
      "underconfident",
      advise(outcomesAt(40, 0.4, 0.9), 0.4),
      /^36 of 40 decisions about database worked out\. Confidence in them has been too low: state \d\d(\.\d)? % instead of 40 %\.$/,
    ],
    [
      "well calibrated",
      advise(outcomesAt(40, 0.8, 0.8), 0.8),
      /^32 of 40 decisions about database worked out; confidence in them has meant what it says\.$/,
    ],
    [
      "uncertain, with a difference",
      advise(outcomesAt(12, 0.9, 2 / 3), 0.9),
      /^8 of 12 decisions about database worked out so far, which is too little to be sure; 8\d(\.\d)? % would be fairer than 90 %\.$/,
    ],
    [
      "uncertain, without one",
      advise(outcomesAt(3, 0.9, 1), 0.9),
      /^3 of 3 decisions about database worked out so far, which is too little to judge confidence by\.$/,
    ],
    [
      "without a stated confidence",
      advise([{ score: 1 }, { score: 0 }, { score: 1 }], null),
      /^2 of 3 decisions about database worked out\. No confidence was stated for them, so it cannot be judged: state one when you capture a decision\.$/,
    ],
  ])("has the counts first and one figure to state: %s", (_, text, expected) => {
    expect(text).toMatch(expected);
  });

  it("says how many of the outcomes are one's own, unless all are", () => {
    const others = outcomesAt(10, 0.8, 0.8);
    expect(advise(outcomesAt(10, 0.8, 0.7), 0.8, others)).toMatch(
      /^15 of 20 decisions about database worked out, 7 of 10 of your own; /,
    );
    expect(advise([], 0.8, others)).not.toContain("of your own");
  });

  it("says with fewer than three outcomes how many there are, and what the rest of the project suggests", () => {
    expect(advise([], 0.9)).toBe(
      "There is no outcome for decisions about database so far, and 3 are needed to judge confidence by.",
    );
    expect(advise(outcomesAt(2, 0.9, 1), 0.9)).toMatch(/^There are 2 outcomes for/);
    const basis = recalibrationOf(evidenceOf([], outcomesAt(60, 0.9, 0.4)));
    const borrowed = adviceOn({ ...judgeConfidence(basis, 0.9), domain: "api", team: tallied([]) });
    expect(borrowed).toMatch(/Going by the rest of this project, \d\d(\.\d)? % would be fairer than 90 %\.$/);
  });

  it("speaks of decisions where it is about all domains", () => {
    const judged = judgeConfidence(recalibrationOf(evidenceOf(outcomesAt(3, 0.9, 1))), 0.9);
    expect(adviceOn({ ...judged, domain: "all", team: tallied(outcomesAt(3, 0.9, 1)) })).toMatch(
      /^3 of 3 decisions worked out/,
    );
  });

  it("has whole counts, with what worked partly by itself", () => {
    const team = tallied([{ score: 1 }, { score: 1 }, { score: 0.5 }, { score: 0 }]);
    const judged = judgeConfidence(recalibrationOf(evidenceOf([])), null);
    expect(adviceOn({ ...judged, domain: "database", team })).toMatch(
      /^Of 4 decisions about database 2 worked, 1 partly, 1 failed\./,
    );
  });

  it.each([
    [
      0.9,
      /^Of the decisions that went this way: 3 failed\. You are too sure: state 40 % instead of 90 %\.$/,
      "overconfident",
    ],
    [
      0.2,
      /^Of the decisions that went this way: 3 failed\. It deserves more trust: state 40 % instead of 20 %\.$/,
      "underconfident",
    ],
    [0.9, /That is too little to be sure; 40 % would be fairer than 90 %\.$/, "uncertain"],
    [0.4, /That is about as sure as you are\.$/, "well-calibrated"],
  ] as const)("goes by the way where one is known: %d, %s", (stated, expected, status) => {
    const recommended = { stated, recommended: 0.4, basis: recalibrationOf(evidenceOf([])) };
    const facts = { status, recommended, adjustment: 0.4 - stated, domain: "database", team: tallied([]) };
    expect(adviceOn({ ...facts, thisWay: "3 failed" })).toMatch(expected);
  });
});
