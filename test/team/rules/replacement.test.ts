import { describe, expect, it } from "vitest";
import { REPLACEMENT } from "../../../src/decisions/rules/proposal.ts";
import { type LostPlace, replacementFor, replacementId } from "../../../src/team/rules/decision-state.ts";
import { DAY } from "../../support/decisions.ts";

const PLACE: LostPlace = {
  project: "shop",
  draft: "dec_late",
  domain: "database",
  winner: "dec_first",
  wanted: ["dec_old", "dec_other"],
  at: DAY.getTime(),
};

describe("A decision that came too late for its place", () => {
  it("is proposed as a replacement, with the decision that was first by name", () => {
    expect(replacementFor(PLACE)).toMatchObject({
      id: "prop_late",
      project: "shop",
      kind: REPLACEMENT,
      target: "dec_late",
      statement: "Let dec_late take the place of dec_first.",
      reasoning: expect.stringContaining("dec_first was first"),
      domain: "database",
      state: "draft",
      createdAt: DAY,
      fedAt: DAY,
    });
  });

  it("is proposed under the same id on every machine", () => {
    expect(replacementId("dec_late")).toBe("prop_late");
    expect(replacementFor({ ...PLACE, winner: "dec_another" }).id).toBe(replacementFor(PLACE).id);
  });

  it("names everything that it is about as evidence", () => {
    expect(replacementFor(PLACE).evidence).toEqual(["dec_late", "dec_first", "dec_old", "dec_other"]);
  });

  it("tells the verdict if it was made from a proposal that another machine settled first", () => {
    const { statement, reasoning, evidence } = replacementFor({
      ...PLACE,
      winner: "rejected",
      wanted: ["prop_asked"],
    });
    expect(statement).toBe("Let dec_late hold, although prop_asked was rejected.");
    expect(reasoning).toContain("it was rejected first");
    expect(evidence).toEqual(["dec_late", "prop_asked"]);
  });
});
