import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  LIKELIHOODS,
  proposalSentence,
  proposedOutcome,
} from "../../../src/repository/rules/proposed-outcome.ts";
import { CARRIED_BY, REPORT_KINDS, type Report } from "../../../src/repository/rules/report.ts";
import { reportSentence } from "../../../src/repository/rules/report-text.ts";
import { decision, screened } from "../../support/decisions.ts";
import { commitId, report } from "../../support/reports.ts";
import { daysAfter } from "../../support/skills.ts";

const DUE = daysAfter(30);
const open = { ...decision(), dueAt: DUE };
const said = (fields: Partial<Report>): Report =>
  report({ decision: open.id, by: "linked commit", ...fields });

const carried = said({});
const reverted = said({ kind: "reverted", commit: commitId("b"), of: commitId("a"), at: daysAfter(2) });
const reinstated = said({ kind: "reinstated", commit: commitId("c"), of: commitId("a"), at: daysAfter(3) });
const checked = (passed: boolean, day: number): Report =>
  said({ kind: "checked", key: `run ${day}`, passed, at: daysAfter(day) });

describe("a proposed outcome", () => {
  it("is failure as soon as what carried it out is taken back", () => {
    expect(proposedOutcome(open, [carried, reverted], daysAfter(2))).toEqual({
      status: "failure",
      because: "reverted",
      from: [carried, reverted],
    });
  });

  it("is success, by survival, when it is due and not before", () => {
    expect(proposedOutcome(open, [carried], new Date(DUE.getTime() - 1))).toBeUndefined();
    expect(proposedOutcome(open, [carried], DUE)).toEqual({
      status: "success",
      because: "survived",
      from: [carried],
    });
    const brought = proposedOutcome(open, [carried, reverted, reinstated], DUE);
    expect(brought).toMatchObject({ status: "success", because: "survived" });
    const merged = said({ kind: "merged", source: "github", pr: 12 });
    expect(proposedOutcome(open, [merged], DUE)).toMatchObject({ status: "success", from: [merged] });
  });

  it("says in words that survival is not that it was right", () => {
    const survived = proposedOutcome(open, [carried], DUE);
    expect(survived && proposalSentence(survived)).toContain(
      "survived: nothing went wrong visibly, which is not that it was right",
    );
  });

  it("waits for the last check and the last deployment", () => {
    expect(proposedOutcome(open, [carried, checked(true, 1), checked(false, 2)], DUE)).toBeUndefined();
    const passed = checked(true, 3);
    expect(proposedOutcome(open, [carried, checked(false, 2), passed], DUE)).toMatchObject({
      status: "success",
      from: [carried, passed],
    });
    const deployed = said({ kind: "deployed", key: "d", passed: false, at: daysAfter(4) });
    expect(proposedOutcome(open, [carried, deployed], DUE)).toBeUndefined();
  });

  it("is none where nothing carries it out, or its pull request was closed", () => {
    expect(proposedOutcome(open, [], DUE)).toBeUndefined();
    expect(proposedOutcome(open, [said({ kind: "closed" })], DUE)).toBeUndefined();
    expect(proposedOutcome(open, [said({ kind: "fixed", of: commitId("a") })], DUE)).toBeUndefined();
  });

  it("is none where somebody knows better: an outcome, or another decision in its place", () => {
    const settled = { ...open, outcome: { id: "out_a", status: "success", score: 1, at: DUE } } as const;
    for (const one of [settled, { ...open, standing: "superseded" } as const])
      expect(proposedOutcome(one, [carried, reverted], DUE)).toBeUndefined();
  });

  it("does not come again once it was dismissed, unless something new is said", () => {
    const dismissed = [carried, reverted].map((one) => ({ ...one, dismissedAt: daysAfter(5) }));
    expect(proposedOutcome(open, dismissed, DUE)).toBeUndefined();
    const fix = said({ kind: "fixed", commit: commitId("d"), of: commitId("a"), at: daysAfter(6) });
    expect(proposedOutcome(open, [...dismissed, fix, checked(true, 6)], DUE)).toBeUndefined();
    const again = said({ kind: "reverted", commit: commitId("e"), of: commitId("a"), at: daysAfter(7) });
    expect(proposedOutcome(open, [...dismissed, again], DUE)).toMatchObject({ status: "failure" });
    expect(proposedOutcome(open, [...dismissed, { ...reinstated, at: daysAfter(8) }], DUE)).toMatchObject({
      status: "success",
    });
  });

  it("needs what is surest to be taken back, and all of it", () => {
    const byFile = said({ commit: commitId("f"), by: "named file" });
    const onlyFile = said({ kind: "reverted", commit: commitId("b"), of: commitId("f"), at: daysAfter(2) });
    expect(proposedOutcome(open, [byFile, onlyFile], daysAfter(2))).toMatchObject({ status: "failure" });
    expect(proposedOutcome(open, [carried, byFile, onlyFile], daysAfter(2))).toBeUndefined();
    const second = said({ commit: commitId("9") });
    expect(proposedOutcome(open, [carried, second, reverted], DUE)).toBeUndefined();
    const again = said({ commit: commitId("8"), by: "decision id", at: daysAfter(9) });
    expect(proposedOutcome(open, [carried, reverted, again], daysAfter(9))).toBeUndefined();
  });

  it("never fails without a revert, and never succeeds before it is due, whatever is said", () => {
    const any = fc
      .record({
        kind: fc.constantFrom(...REPORT_KINDS),
        commit: fc.constantFrom(..."abcd").map(commitId),
        of: fc.option(fc.constantFrom(..."abcd").map(commitId), { nil: undefined }),
        by: fc.constantFrom(...CARRIED_BY),
        passed: fc.option(fc.boolean(), { nil: undefined }),
        at: fc.integer({ min: 0, max: 40 }).map(daysAfter),
        dismissedAt: fc.option(fc.constant(DUE), { nil: undefined }),
      })
      .map((fields) => said({ ...fields, key: `${fields.commit} ${fields.at.getTime()}` }));
    fc.assert(
      fc.property(fc.array(any, { maxLength: 8 }), fc.integer({ min: 0, max: 60 }), (reports, day) => {
        const sorted = reports.toSorted((a, b) => a.at.getTime() - b.at.getTime());
        const now = daysAfter(day);
        const proposed = proposedOutcome(open, sorted, now);
        if (proposed?.status === "failure") expect(sorted.some(({ kind }) => kind === "reverted")).toBe(true);
        if (proposed?.status === "success") {
          expect(now >= DUE).toBe(true);
          expect(sorted.some(({ kind }) => kind === "carried" || kind === "merged")).toBe(true);
        }
        if (proposed) expect(proposed.from.length).toBeGreaterThan(0);
        if (sorted.every(({ dismissedAt }) => dismissedAt !== undefined)) expect(proposed).toBeUndefined();
        expect(proposed && "score" in proposed).not.toBe(true);
      }),
    );
  });
});

describe("what the repository says", () => {
  it("is a sentence, with the words of commits where a person reads them", () => {
    const reports = [
      { ...carried, title: screened('Keep "orders"') },
      reverted,
      said({ kind: "fixed", commit: commitId("d"), of: commitId("a") }),
    ];
    expect(reportSentence(reports, { withTitles: true })).toBe(
      'The repository says: carried out by aaaaaaaaa "Keep \\"orders\\"" (which is linked to it) on 2026-03-01; reverted by bbbbbbbbb "Keep orders in a table" on 2026-03-03; a later fix to the same files.',
    );
    expect(reportSentence(reports, { withTitles: false })).not.toContain("orders");
    expect(reportSentence([], { withTitles: true })).toBeUndefined();
  });

  it("has the ratios that were counted, each with its source", () => {
    expect(LIKELIHOODS.fixed?.ratio).toBeCloseTo(16.9 / 10.8, 1);
    for (const { source } of Object.values(LIKELIHOODS)) expect(source.length).toBeGreaterThan(20);
  });
});
