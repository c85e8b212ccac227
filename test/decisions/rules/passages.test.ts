import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  decisionPassages,
  outcomePassages,
  passageKey,
  piecesOf,
} from "../../../src/decisions/rules/passages.ts";
import { capturedIn, decision, screened } from "../../support/decisions.ts";
import { outcome } from "../../support/outcomes.ts";

describe("the passages of a decision", () => {
  it("are its notes, evidence, source and questions, each for itself", () => {
    const made = {
      ...decision({
        evidence: [{ kind: "file", ref: "src/till.ts" }],
        linkedPr: "#12",
        source: "We talked about the till.",
        questions: ["Who counts the money?", "When?"],
      }),
      notes: [{ text: screened("It is slow") }],
    };
    expect(decisionPassages(made)).toEqual([
      { kind: "note", text: "It is slow" },
      { kind: "evidence", text: "src/till.ts" },
      { kind: "evidence", text: "#12" },
      { kind: "source", text: "We talked about the till." },
      { kind: "question", text: "Who counts the money?" },
      { kind: "question", text: "When?" },
    ]);
  });

  it("are also the pieces of the exchange that it was captured in, which are found like its source", () => {
    const exchange = `${"Shall we? ".repeat(60)}\n\n${"We shall. ".repeat(60)}`;
    const made = decision({ source: "A talk.", capturedIn: capturedIn({ exchange }) });
    const passages = decisionPassages(made);
    expect(passages.map(({ kind }) => kind)).toEqual(["source", "source", "source"]);
    expect(passages.map(({ text }) => text)).toEqual(["A talk.", ...piecesOf(exchange)]);
    expect(decisionPassages(decision({ capturedIn: capturedIn({ exchange: undefined }) }))).toEqual([]);
  });

  it("are none for a decision that has none of these", () => {
    expect(decisionPassages(decision())).toEqual([]);
  });

  it("of an outcome are its lessons, and its metrics with their names and values", () => {
    const reported = { performanceMetrics: { p99_ms: 40, cache: { hits: 0.9 } } };
    const made = outcome(1, { lessons: ["Warm it first"], metrics: { reliability: 0.5 }, reported });
    expect(outcomePassages(made)).toEqual([
      { kind: "lesson", text: "Warm it first" },
      { kind: "metrics", text: "reliability 0.5, p99_ms 40, cache, hits 0.9" },
    ]);
    expect(outcomePassages(outcome(1))).toEqual([]);
  });
});

describe("the pieces of a long text", () => {
  const words = fc.array(fc.constantFrom("till", "money.", "queue\n", "a", "😀", "\n\n", "end! "), {
    maxLength: 400,
  });

  it("have all of its words in their order, and none is too long", () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 20, max: 100 }), (list, most) => {
        const text = list.join(" ");
        const pieces = piecesOf(text, most);
        expect(pieces.join(" ").split(/\s+/)).toEqual(text.trim().split(/\s+/));
        for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(most);
      }),
    );
  });

  it("never part a character", () => {
    for (const piece of piecesOf("😀".repeat(100), 33))
      expect(piece).not.toMatch(/^[\udc00-\udfff]|[\ud800-\udbff]$/);
  });
});

it("Passages with the same text have the same key, and others another", () => {
  expect(passageKey({ text: "a" })).toBe(passageKey({ text: "a" }));
  expect(passageKey({ text: "a" })).not.toBe(passageKey({ text: "b" }));
});
