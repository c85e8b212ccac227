import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { requireTwoEnds } from "../../src/decisions/rules/link.ts";
import { type Proposal, proposalId, requireReviewed } from "../../src/decisions/rules/proposal.ts";
import { skillConfidence } from "../../src/learning/rules/skill.ts";

describe("links between decisions", () => {
  it("must connect two different decisions", () => {
    expect(() => requireTwoEnds("dec_a", "dec_a")).toThrow(/itself/);
    expect(() => requireTwoEnds("dec_a", "dec_b")).not.toThrow();
  });
});

describe("a reflection proposal", () => {
  const createdAt = new Date("2026-01-01T12:00:00Z");
  const proposal = { id: "prop_a", createdAt } as Proposal;
  const at = (minutes: number): Date => new Date(createdAt.getTime() + minutes * 60_000);

  it("can be named by its id or its file name", () => {
    expect([proposalId("prop_a"), proposalId("prop_a.md")]).toEqual(["prop_a", "prop_a"]);
  });

  it("cannot be accepted within one hour of its creation, and says when it can", () => {
    expect(() => requireReviewed(proposal, at(59))).toThrow(
      expect.objectContaining({ code: "conflict", reason: "pi1_violation", retryAfter: 60 }),
    );
    expect(() => requireReviewed(proposal, at(60))).not.toThrow();
  });
});

describe("the confidence of a skill", () => {
  it.each([
    [3, 3, 0.8],
    [18, 20, 0.864],
    [8, 10, 0.75],
    [2, 3, 0.6],
  ])("is the mean of its posterior: %d of %d is %d", (score, outcomes, confidence) => {
    expect(skillConfidence({ outcomes, score })).toBeCloseTo(confidence, 3);
  });

  it("never falls with a success and never rises with a failure", () => {
    void fc.assert(
      fc.property(fc.nat(30), fc.nat(30), (successes, failures) => {
        const now = skillConfidence({ outcomes: successes + failures, score: successes });
        expect(
          skillConfidence({ outcomes: successes + failures + 1, score: successes + 1 }),
        ).toBeGreaterThanOrEqual(now);
        expect(skillConfidence({ outcomes: successes + failures + 1, score: successes })).toBeLessThanOrEqual(
          now,
        );
      }),
    );
  });
});
