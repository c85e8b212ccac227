import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changeDecision, PROGRESS } from "../../../src/decisions/rules/decision.ts";
import {
  OUTCOME_STATUSES,
  progressAfter,
  requireAgreement,
  Score,
  statedConfidence,
} from "../../../src/decisions/rules/outcome.ts";
import { Fault } from "../../../src/shared/errors.ts";
import { actor, DAY, decision } from "../../support/decisions.ts";
import { score } from "../../support/forecasts.ts";

describe("CONTRACTS 4.4: status and score", () => {
  it("contradict each other only if a success is below 0.5 or a failure above it", () => {
    fc.assert(
      fc.property(fc.constantFrom(...OUTCOME_STATUSES), score, (status, value) => {
        const contradiction = (status === "success" && value < 0.5) || (status === "failure" && value > 0.5);
        const attempt = () => requireAgreement(status, value);
        if (contradiction) expect(attempt).toThrow(Fault);
        else expect(attempt).not.toThrow();
      }),
    );
  });

  it.each(OUTCOME_STATUSES)("0.5 is a valid score for a %s", (status) => {
    expect(() => requireAgreement(status, 0.5)).not.toThrow();
  });

  it.each([-0.01, 1.01, Number.NaN, Number.POSITIVE_INFINITY])("%d is not a valid score", (value) => {
    expect(Score.safeParse(value).success).toBe(false);
  });
});

describe("CONTRACTS 1: the progress after an outcome", () => {
  it.each(PROGRESS.flatMap((progress) => OUTCOME_STATUSES.map((status) => [progress, status] as const)))(
    "%s, then %s",
    (progress, status) => {
      const after = progressAfter(decision({ progress }), status);
      if (progress === "reworked") expect(after).toBe("reworked");
      else expect(after).toBe(status === "failure" ? "failed" : "completed");
    },
  );
});

describe("CONTRACTS 4.4: the stated confidence", () => {
  const update = (confidence: number) => ({ confidence, at: DAY, by: actor().author });

  it("is the last one stated", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1 }), (stated) => {
        const [first, ...later] = stated as [number, ...number[]];
        let held = decision({ confidence: first });
        for (const confidence of later) held = changeDecision(held, { confidence }, actor().author, DAY);
        expect(statedConfidence(held)).toBe(stated.at(-1));
      }),
    );
  });

  it("may be 0", () => {
    expect(statedConfidence(decision({ confidence: 0 }))).toBe(0);
    expect(statedConfidence(decision({ confidence: 0.7, confidenceUpdates: [update(0)] }))).toBe(0);
  });

  it("is not a default", () => {
    expect(statedConfidence({ ...decision({ confidence: 0.5 }), confidenceStated: false })).toBeUndefined();
    expect(statedConfidence(decision())).toBeUndefined();
  });

  it("replaces a default when it is stated later", () => {
    const held = decision({ confidence: 0.5, confidenceUpdates: [update(0.9)] });
    expect(statedConfidence({ ...held, confidenceStated: false })).toBe(0.9);
  });
});
