import { describe, expect, it } from "vitest";
import { loadBetaMath } from "../../../src/calibration/beta.ts";
import { lifeOf, type RecordedOutcome, skillHistory } from "../../../src/learning/rules/skill.ts";
import { daysAfter, groupOutcomes } from "../../support/skills.ts";

const math = await loadBetaMath();

/** The stages of a group with one outcome a day, and the days on which they began. */
function stages(
  scores: readonly number[],
  otherOutcomes: readonly number[] = [],
  last: readonly RecordedOutcome[] = [],
) {
  const outcomes = [
    ...groupOutcomes(scores).map((outcome, day) => ({ ...outcome, id: `out_${day}` })),
    ...last,
  ];
  const reviews = [
    ...outcomes.map(({ at }) => at.getTime()),
    ...otherOutcomes.map((day) => daysAfter(day).getTime()),
  ];
  const past = { id: "sk_a", project: "shop", outcomes, reviews: reviews.sort((a, b) => a - b) };
  return skillHistory(past, (facts, at) => lifeOf(facts, math, at)).map(
    ({ at, to: { kind, stage } }) =>
      `${(at.getTime() - daysAfter(0).getTime()) / 86_400_000} ${stage} ${kind}`,
  );
}

describe("The history of a skill", () => {
  it("begins with the outcome that makes it a skill", () => {
    expect(stages([1, 1])).toEqual([]);
    expect(stages([1, 1, 1, 1])).toEqual(["2 emerging skill"]);
    expect(stages([0, 0, 0])).toEqual(["2 emerging antipattern"]);
  });

  it("ages at the next outcome in the project, and not without one", () => {
    expect(stages([1, 1, 1])).toEqual(["2 emerging skill"]);
    expect(stages([1, 1, 1], [100, 181])).toEqual(["2 emerging skill"]);
    expect(stages([1, 1, 1], [100, 190, 200])).toEqual(["2 emerging skill", "190 ageing skill"]);
    expect(stages([1, 1, 1], [190, 400])).toEqual([
      "2 emerging skill",
      "190 ageing skill",
      "400 retired skill",
    ]);
    expect(stages([1, 1, 1], [400])).toEqual(["2 emerging skill", "400 retired skill"]);
  });

  it("counts what was known at the time: a later correction does not reach back", () => {
    const correction = { decisionId: "dec_0002", status: "failure", score: 0, domain: "database" } as const;
    expect(stages([1, 0, 1, 0, 0], [], [{ ...correction, id: "out_x", at: daysAfter(9) }])).toEqual([
      "2 emerging skill",
      "4 emerging antipattern",
    ]);
  });
});
