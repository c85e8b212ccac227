import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Guidance, judge } from "../../../src/learning/rules/guidance.ts";
import { type DecisionFields, decision, screened } from "../../support/decisions.ts";
import { guidance } from "../../support/guidance.ts";

const guidanceOn = (statement: string, confidence?: number, ...alternatives: string[]): Guidance =>
  guidance({ statement: screened(statement), confidence, alternatives: alternatives.map(screened) });
const captured = (statement: string, confidence: number, fields: DecisionFields = {}) =>
  decision({ statement, confidence, ...fields });

describe("A decision captured after guidance", () => {
  it.each([
    [
      "takes what was an alternative, and leaves what was proposed",
      guidanceOn("Use MongoDB for the user database", 0.8, "PostgreSQL"),
      captured("Use PostgreSQL for the user database", 0.8, { alternatives: ["MongoDB"] }),
    ],
    [
      "names what was proposed as turned down",
      guidanceOn("Use MongoDB for sessions", 0.8),
      captured("Keep sessions in signed cookies", 0.8, { alternatives: ["MongoDB"] }),
    ],
    [
      "says the same with another name",
      guidanceOn("Use MongoDB for the user database", 0.8),
      captured("Use PostgreSQL for the user database", 0.9, { alternatives: ["MySQL"] }),
    ],
  ])("is another choice when it %s", (_, given, made) => {
    expect(judge(given, made)).toEqual({ verdict: "prevented", because: "choice" });
  });

  it.each([
    [0.8, 0.75],
    [0.9, 0.5],
  ])("with the same choice and a confidence lowered from %d to %d counts as prevented", (before, after) => {
    expect(
      judge(guidanceOn("Use MongoDB for orders", before), captured("Use MongoDB for orders", after)),
    ).toEqual({
      verdict: "prevented",
      because: "confidence",
    });
  });

  it.each([
    [0.8, 0.76],
    [0.8, 0.8],
    [0.8, 0.95],
    [undefined, 0.2],
  ])("with the same choice and a confidence of %s changed to %d counts as kept", (before, after) => {
    expect(
      judge(guidanceOn("Use MongoDB for orders", before), captured("Store orders in MongoDB", after)),
    ).toEqual({
      verdict: "kept",
    });
  });

  it.each([
    ["Partition orders by year", 0.1],
    ["Use Redis for the job queue", 0.1],
    ["Use MongoDB for the audit trail", 0.1],
  ])("about something else gives no verdict: %s", (statement, confidence) => {
    expect(judge(guidanceOn("Use MongoDB for orders", 0.9), captured(statement, confidence))).toBeUndefined();
  });

  it("gives no verdict on guidance that came after it", () => {
    const given = guidanceOn("Use MongoDB for orders", 0.8);
    const madeAt = (at: Date) => judge(given, captured("Use MongoDB for orders", 0.8, { createdAt: at }));
    expect(madeAt(new Date(given.at.getTime() - 1))).toBeUndefined();
    expect(madeAt(given.at)).toEqual({ verdict: "kept" });
  });

  it("never counts as prevented with the same words and no lower confidence", () => {
    const text = fc.array(
      fc.constantFrom("Use", "MongoDB", "Redis", "for", "orders", "not", "from", "to", "cache"),
      {
        minLength: 1,
      },
    );
    const confidence = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(text, confidence, fc.double({ min: 0, max: 1, noNaN: true }), (words, before, more) => {
        const statement = words.join(" ");
        const made = captured(statement, Math.min(1, before + more));
        expect(judge(guidanceOn(statement, before), made)?.verdict).not.toBe("prevented");
      }),
    );
  });
});
