import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadBetaMath } from "../../../src/calibration/beta.ts";
import {
  factsOf,
  isLive,
  lifeOf,
  type SkillFacts,
  type SkillLife,
  skillConfidence,
} from "../../../src/learning/rules/skill.ts";
import { daysAfter, factsWith, groupOutcomes } from "../../support/skills.ts";

const math = await loadBetaMath();
const lifeAt = (facts: SkillFacts, day: number) => lifeOf(facts, math, daysAfter(day));
const times = (count: number, score: number): number[] => Array.from({ length: count }, () => score);

describe("the life of a skill", () => {
  it("begins with three outcomes", () => {
    expect(lifeAt(factsWith(1, 1), 2)).toMatchObject({
      stage: "forming",
      because: "2 of 3 outcomes are known.",
    });
    expect(lifeAt(factsWith(1, 1, 1), 3)).toMatchObject({ kind: "skill", stage: "emerging" });
  });

  it("is that of an antipattern if most outcomes failed; three are enough", () => {
    expect(lifeAt(factsWith(0, 0.2, 0), 3)).toMatchObject({ kind: "antipattern", stage: "emerging" });
    expect(lifeAt(factsWith(0, 0, 1, 0), 4)).toMatchObject({
      kind: "antipattern",
      because: "1 of 4 worked.",
    });
    expect(lifeAt(factsWith(0, 1), 4)).toMatchObject({ stage: "forming" });
  });

  it("is established after fifteen confirmations if its confidence is high", () => {
    expect(lifeAt(factsWith(...times(14, 1)), 15).stage).toBe("emerging");
    expect(lifeAt(factsWith(...times(15, 1)), 15).stage).toBe("established");
    expect(lifeAt(factsWith(...times(6, 0), ...times(15, 1)), 21).stage).toBe("emerging");
    expect(lifeAt(factsWith(...times(15, 0)), 15)).toMatchObject({
      kind: "antipattern",
      stage: "established",
    });
  });

  it("ages without a confirmation, retires after a year, and comes back with a new one", () => {
    const facts = factsWith(1, 1, 1);
    expect(lifeAt(facts, 181).stage).toBe("emerging");
    expect(lifeAt(facts, 182)).toMatchObject({
      stage: "ageing",
      because: "Nothing confirmed it since 2026-03-03.",
    });
    expect(lifeAt(facts, 367)).toMatchObject({
      stage: "retired",
      because: "Stale: nothing confirmed it since 2026-03-03.",
    });
    const last = {
      decisionId: "dec_new",
      status: "success",
      score: 1,
      at: daysAfter(400),
      domain: "database",
    } as const;
    expect(lifeAt(factsOf("sk_a", "shop", [...groupOutcomes([1, 1, 1]), last]), 400).stage).toBe("emerging");
    const against = { ...last, status: "failure", score: 0 } as const;
    expect(lifeAt(factsOf("sk_a", "shop", [...groupOutcomes([1, 1, 1]), against]), 400).stage).toBe(
      "retired",
    );
  });

  it("ends when the last three outcomes contradict it, and resumes with the next that does not", () => {
    const good = times(10, 1);
    expect(lifeAt(factsWith(...good, 0, 0), 12).stage).toBe("emerging");
    expect(lifeAt(factsWith(...good, 0, 0, 0), 13)).toMatchObject({
      stage: "retired",
      because: "Contradicted: the last 3 failed, although 10 of 13 worked.",
    });
    expect(isLive(lifeAt(factsWith(...good, 0, 0, 0, 1), 14))).toBe(true);
    expect(lifeAt(factsWith(...times(10, 0), 1, 1, 1), 13)).toMatchObject({
      kind: "antipattern",
      stage: "retired",
    });
  });

  const LADDER = ["retired", "ageing", "emerging", "established"];
  /** How much is made of it as something to do again. */
  const height = ({ kind, stage }: SkillLife): number => (kind === "skill" ? LADDER.indexOf(stage) : -1);
  const past = fc.array(fc.constantFrom(0, 0.2, 0.5, 0.8, 1), { minLength: 3, maxLength: 25 });

  it("never falls with a success and never rises with a failure", () => {
    fc.assert(
      fc.property(past, fc.nat(500), (scores, pause) => {
        const day = scores.length + pause;
        const before = factsWith(...scores);
        const next = (score: 0 | 1) => {
          const status = score === 1 ? "success" : "failure";
          const outcome = {
            decisionId: "dec_next",
            status,
            score,
            at: daysAfter(day),
            domain: "database",
          } as const;
          return factsOf("sk_a", "shop", [...groupOutcomes(scores), outcome]);
        };
        expect(height(lifeAt(next(1), day))).toBeGreaterThanOrEqual(height(lifeAt(before, day)));
        expect(height(lifeAt(next(0), day))).toBeLessThanOrEqual(height(lifeAt(before, day)));
        const sure = skillConfidence(before.tally);
        expect(skillConfidence(next(1).tally)).toBeGreaterThanOrEqual(sure);
        expect(skillConfidence(next(0).tally)).toBeLessThanOrEqual(sure);
      }),
    );
  });

  it("does not depend on the order of outcomes", () => {
    fc.assert(
      fc.property(past, (scores) => {
        const outcomes = groupOutcomes(scores);
        expect(factsOf("sk_a", "shop", [...outcomes].reverse())).toEqual(factsOf("sk_a", "shop", outcomes));
      }),
    );
  });
});
