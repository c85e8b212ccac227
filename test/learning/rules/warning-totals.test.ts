import { describe, expect, it } from "vitest";
import { type WarningTotals, warningSentences } from "../../../src/learning/rules/warning.ts";

const NONE: WarningTotals = {
  warned: 0,
  otherChoice: 0,
  lessConfidence: 0,
  workedOut: 0,
  wentWrong: 0,
  noOutcomeYet: 0,
};

describe("what became of warnings, in words", () => {
  it("is nothing where nobody was warned", () => {
    expect(warningSentences(NONE, 7)).toEqual([]);
  });

  it("leaves out what did not happen", () => {
    expect(warningSentences({ ...NONE, warned: 1, workedOut: 1 }, 1)).toEqual([
      "Warned before 1 decision in the last day.",
      "Gone ahead with once: 1 worked out all the same.",
    ]);
  });

  it("says nothing of going ahead where everybody heeded", () => {
    expect(warningSentences({ ...NONE, warned: 2, otherChoice: 2 }, 7)).toEqual([
      "Warned before 2 decisions in the last 7 days.",
      "Heeded twice: 2 by another choice.",
    ]);
  });

  it("has every count otherwise", () => {
    const all = {
      warned: 30,
      otherChoice: 4,
      lessConfidence: 3,
      workedOut: 5,
      wentWrong: 8,
      noOutcomeYet: 2,
    };
    expect(warningSentences(all, 90)).toEqual([
      "Warned before 30 decisions in the last 90 days.",
      "Heeded 7 times: 4 by another choice, 3 by less confidence.",
      "Gone ahead with 15 times: 5 worked out all the same, 8 went wrong, 2 have no outcome yet.",
      "Not followed by a decision that could be compared: 8.",
    ]);
  });
});
