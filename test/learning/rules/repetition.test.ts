import { describe, expect, it } from "vitest";
import type { Decision } from "../../../src/decisions/rules/decision.ts";
import { repetitionsOf } from "../../../src/learning/rules/repetition.ts";
import { type DecisionFields, decision, screened } from "../../support/decisions.ts";

const day = (n: number): Date => new Date(Date.UTC(2026, 0, n));
const HUMAN = { kind: "human", name: screened("maintainer") } as const;

const earlier = (id: string, n: number, fields: DecisionFields = {}): Decision =>
  decision({ id, statement: "Use MongoDB for orders", createdAt: day(n), ...fields });
const failed = (id: string, n: number, fields: DecisionFields = {}): Decision => ({
  ...earlier(id, n, fields),
  outcome: { id: `out_${id}`, status: "failure", score: 0, at: day(n + 1) },
});
const made = decision({ id: "dec_made", statement: "Keep the orders in MongoDB", createdAt: day(20) });
const found = (...decisions: Decision[]) => decisions.map((one) => ({ decision: one }));
const textsOf = (...args: Parameters<typeof repetitionsOf>) => repetitionsOf(...args).map(({ text }) => text);

describe("A decision repeats another one", () => {
  it("that holds: the newest is named, the others are counted", () => {
    expect(repetitionsOf(made, found(earlier("dec_1", 1)))).toEqual([
      { text: "The same holds already: dec_1 of 2026-01-01.", about: ["dec_1"] },
    ]);
    expect(repetitionsOf(made, found(earlier("dec_1", 1), earlier("dec_3", 3), earlier("dec_2", 2)))).toEqual(
      [
        {
          text: "The same holds already: dec_3 of 2026-01-03 (and 2 more).",
          about: ["dec_3", "dec_2", "dec_1"],
        },
      ],
    );
  });

  it.each(["superseded", "deprecated"] as const)("which does not hold if it is %s", (standing) => {
    expect(repetitionsOf(made, found(earlier("dec_1", 1, { standing })))).toEqual([]);
  });

  it("that failed, although it is still active: the last time is named, and what replaced it", () => {
    expect(repetitionsOf(made, found(failed("dec_1", 1)))).toEqual([
      { text: "This failed before: dec_1, on 2026-01-02.", about: ["dec_1"] },
    ]);
    const replacement = decision({ id: "dec_new", statement: "Use PostgreSQL for the audit trail" });
    expect(
      repetitionsOf(made, [
        { decision: failed("dec_1", 1) },
        { decision: failed("dec_5", 5, { standing: "superseded" }), replacement },
      ]),
    ).toEqual([
      {
        text: "This failed before: 2 times, last dec_5, on 2026-01-06. It was replaced by dec_new.",
        about: ["dec_5", "dec_1", "dec_new"],
      },
    ]);
  });

  it("that failed, and what replaced it failed, too: that is not named", () => {
    const replacement = failed("dec_new", 8, { statement: "Use CouchDB for orders" });
    expect(
      textsOf(made, [{ decision: failed("dec_1", 1, { standing: "superseded" }), replacement }]),
    ).toEqual(["This failed before: dec_1, on 2026-01-02."]);
  });

  it("that failed without an outcome, on the day it was last changed", () => {
    const gone = earlier("dec_1", 1, { progress: "failed", updatedAt: day(4) });
    expect(textsOf(made, found(gone))).toEqual(["This failed before: dec_1, on 2026-01-04."]);
  });

  it("that was given up for another choice", () => {
    const replacement = decision({ id: "dec_new", statement: "Use PostgreSQL for orders" });
    const givenUp = earlier("dec_1", 1, { standing: "superseded" });
    expect(repetitionsOf(made, [{ decision: givenUp, replacement }])).toEqual([
      { text: "The same was given up: dec_1 was replaced by dec_new.", about: ["dec_1", "dec_new"] },
    ]);
  });

  it.each([
    ["nothing replaced it", undefined],
    ["what replaced it failed", failed("dec_new", 8, { statement: "Use PostgreSQL for orders" })],
    ["it was only reworded", decision({ statement: "Store orders in MongoDB" })],
  ])("that was not given up for another choice, because %s", (_, replacement) => {
    const superseded = earlier("dec_1", 1, { standing: "superseded" });
    expect(repetitionsOf(made, [{ decision: superseded, replacement }])).toEqual([]);
  });
});

describe("A decision contradicts one that holds", () => {
  const postgres = (id: string, n: number, fields: DecisionFields = {}) =>
    earlier(id, n, { statement: "Use PostgreSQL for orders", ...fields });

  it.each([
    ["seems to replace", {}, []],
    ["takes what was turned down by", { alternatives: ["MongoDB"] }, []],
    ["turns down what was chosen by", {}, ["PostgreSQL"]],
  ])("if it %s", (how, fields, alternatives) => {
    const other = decision({ statement: "Use MongoDB for orders", alternatives });
    expect(textsOf(other, found(postgres("dec_1", 1, fields)))).toEqual([
      `It ${how} dec_1 ("Use PostgreSQL for orders", by an agent on 2026-01-01), which still holds.`,
    ]);
  });

  it("or if its meaning, which was compared before, shows it", () => {
    const before = earlier("dec_1", 1, { statement: "Sessions last 30 minutes" });
    const now = decision({ statement: "Sign people out after 60 minutes" });
    const relation = { relation: "replaces", odds: 0.8, isStated: false, isSettled: false } as const;
    expect(textsOf(now, [{ decision: before, relation }])).toEqual([
      'It seems to replace dec_1 ("Sessions last 30 minutes", by an agent on 2026-01-01), which still holds.',
    ]);
  });

  it("and names the rule of it that is contradicted", () => {
    const before = earlier("dec_1", 1, {
      statement: "Invoices are numbered without gaps. Invoices are due after 30 days",
      author: HUMAN,
    });
    const now = decision({ statement: "Invoices are due after 14 days" });
    expect(textsOf(now, found(before))).toEqual([
      'It seems to replace dec_1 ("Invoices are due after 30 days", by maintainer on 2026-01-01), which still holds.',
    ]);
  });

  it("or if it reverses it", () => {
    const before = earlier("dec_1", 1, { statement: "Use tabs for indentation" });
    const now = decision({ statement: "Stop using tabs for indentation" });
    expect(textsOf(now, found(before))).toEqual([
      'It seems to reverse dec_1 ("Use tabs for indentation", by an agent on 2026-01-01), which still holds.',
    ]);
  });

  it.each([
    ["failed", failed("dec_1", 1, { statement: "Use PostgreSQL for orders" })],
    ["was replaced", postgres("dec_1", 1, { standing: "superseded" })],
  ])("but not one that %s", (_, other) => expect(repetitionsOf(made, found(other))).toEqual([]));

  it("of which the two newest are named", () => {
    const about = repetitionsOf(
      made,
      found(postgres("dec_1", 1), postgres("dec_3", 3), postgres("dec_2", 2)),
    );
    expect(about.map((one) => one.about)).toEqual([["dec_3"], ["dec_2"]]);
  });

  it.each([
    [
      "an agent that contradicts a person has to ask for it to be retracted",
      "agent",
      HUMAN,
      "retract-decision",
    ],
    ["an agent may supersede what an agent decided", "agent", undefined, "supersede-decision"],
    ["a person may supersede what a person decided", "human", HUMAN, "supersede-decision"],
  ] as const)("%s", (_, by, author, remedy) => {
    const now = by === "human" ? { ...made, author: HUMAN } : made;
    const [one] = repetitionsOf(now, found(postgres("dec_1", 1, author && { author })));
    expect(one?.remedies).toEqual([{ remedy, id: "dec_1" }]);
  });
});
