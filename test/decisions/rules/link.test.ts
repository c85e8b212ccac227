import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  conflictsOf,
  isReviewable,
  type LinkEnds,
  RELATIONS,
  requireTwoEnds,
  sameLink,
} from "../../../src/decisions/rules/link.ts";
import { link } from "../../support/links.ts";

const id = fc.constantFrom("dec_a", "dec_b", "dec_c");
const ends = fc
  .record({ from: id, to: id, relation: fc.constantFrom(...RELATIONS) })
  .filter(({ from, to }) => from !== to);

describe("links", () => {
  it.each([
    ["pending", "memory", "refines", true, true],
    ["rejected", "memory", "depends_on", false, false],
    ["active", "memory", "refines", false, false],
    ["active", "auto", "refines", true, false],
    ["active", "memory", "depends_on", false, true],
    ["active", "auto", "depends_on", true, true],
  ])(
    "that are %s, of the origin %s and %s may be approved: %s, rejected: %s",
    (state, origin, relation, ...may) => {
      const one = { state, origin, relation };
      expect([isReviewable(one, "approved"), isReviewable(one, "rejected")]).toEqual(may);
    },
  );

  it("do not join a decision with itself", () => {
    expect(() => requireTwoEnds("dec_a", "dec_a")).toThrow(expect.objectContaining({ reason: "self_link" }));
    expect(() => requireTwoEnds("dec_a", "dec_b")).not.toThrow();
  });

  it("are the same with the same ends, and contradictions in either direction", () => {
    const turned = ({ from, to, relation }: LinkEnds): LinkEnds => ({ from: to, to: from, relation });
    fc.assert(
      fc.property(ends, ends, (a, b) => {
        expect(sameLink(a, a)).toBe(true);
        expect(sameLink(a, b)).toBe(sameLink(b, a));
        expect(sameLink(a, turned(a))).toBe(a.relation === "contradicts");
      }),
    );
  });

  it("conflict only with links in force between the same decisions that have another relation", () => {
    const states = fc.constantFrom("pending" as const, "active" as const, "rejected" as const);
    fc.assert(
      fc.property(ends, ends, states, (proposed, other, state) => {
        const found = conflictsOf(proposed, [link({ ...other, state })]);
        const betweenTheTwo = new Set([proposed.from, proposed.to, other.from, other.to]).size === 2;
        // What refines a decision may well depend on it.
        const agree = [proposed.relation, other.relation].sort().join() === "depends_on,refines";
        expect(found.length === 1).toBe(
          state === "active" && betweenTheTwo && !agree && !sameLink(proposed, other),
        );
      }),
    );
  });
});
