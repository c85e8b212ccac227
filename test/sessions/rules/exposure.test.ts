import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  CONTEXT_RULES,
  detectContext,
  MIN_CONTEXT_CONFIDENCE,
} from "../../../src/sessions/rules/exposure.ts";
import { allowedTools, CONTEXT_TOOLS } from "../../../src/tools/inventory.ts";

describe("CONTRACTS 4.16: the context words of MAMA 1.1", () => {
  it.each([
    ["resuming", ["어제", "이어서", "continue", "resume"]],
    ["deciding", ["결정", "decide", "choice", "선택"]],
    ["searching", ["찾아", "search", "recall", "어떻게 했"]],
    ["tracking", ["실패", "성공", "failed", "success"]],
  ] as const)("%s: %j", (context, words) => {
    expect(CONTEXT_RULES.find((rule) => rule.context === context)?.words).toEqual(words);
    for (const word of words) {
      expect(detectContext(word)).toEqual({ context, confidence: 1, words: [word] });
      expect(detectContext(word.toUpperCase()).context).toBe(context);
    }
  });

  it("allows what the document allows while resuming and deciding, with its priority", () => {
    const { resuming, deciding } = CONTEXT_TOOLS;
    expect(resuming).toEqual({
      allowed: ["load/checkpoint", "load/context"],
      priority: ["load/checkpoint"],
    });
    expect(deciding).toEqual({
      allowed: ["save/decision", "save/insight", "search/by_context"],
      priority: ["save/decision"],
    });
  });
});

describe("The confidence of a context", () => {
  it("is zero without a context word, so that all tools are listed", () => {
    expect(detectContext("Use Postgres")).toEqual({ confidence: 0, words: [] });
    expect(allowedTools(detectContext("Use Postgres"))).toBeUndefined();
  });

  it("is half if words of two contexts occur, in any language", () => {
    expect(detectContext("어제 decide 했던 것")).toMatchObject({
      confidence: 0.5,
      words: ["어제", "decide"],
    });
  });

  it("is lower with a word of another intent", () => {
    expect(detectContext("Continue").confidence).toBe(1);
    expect(detectContext("Continue, and save it").confidence).toBe(0.5);
    expect(detectContext("Continue in the showroom").confidence).toBe(0.5);
    expect(detectContext("Continue with the somewhat slow part").confidence).toBe(1);
  });

  it("is lower with a second sentence, if few tools are listed", () => {
    expect(detectContext("Continue. The new queue is down").confidence).toBe(0.5);
    expect(detectContext("이어서 하자! 새 큐가 죽었어").confidence).toBe(0.5);
    expect(detectContext("Continue with v1.1, please.").confidence).toBe(1);
    expect(detectContext("It failed. Tokens leaked.").confidence).toBe(1);
  });

  it("is lower for longer prompts", () => {
    expect(detectContext(`continue ${"word ".repeat(39)}`).confidence).toBe(1);
    expect(detectContext(`continue ${"word ".repeat(79)}`).confidence).toBe(0.5);
  });

  it("ignores code", () => {
    const pasted = "Fix this\n```js\nfor (;;) { continue; }\n```";
    expect(detectContext(pasted).context).toBeUndefined();
  });

  it("lists all tools below 0.7, and fewer from there on", () => {
    expect(MIN_CONTEXT_CONFIDENCE).toBe(0.7);
    expect(allowedTools({ context: "resuming", confidence: 0.69 })).toBeUndefined();
    expect(allowedTools({ context: "resuming", confidence: 0.7 })).toEqual([
      "load/checkpoint",
      "save/decision",
      "load/context",
    ]);
    expect(allowedTools(undefined)).toBeUndefined();
  });
});

describe("For any prompt", () => {
  const word = fc.constantFrom(...CONTEXT_RULES.flatMap(({ words }) => words));
  const prompt = fc
    .array(fc.oneof(word, fc.string(), fc.lorem()), { maxLength: 60 })
    .map((all) => all.join(" "));

  it("the confidence is between 0 and 1, and words of two contexts never narrow the list", () => {
    fc.assert(
      fc.property(prompt, (text) => {
        const detected = detectContext(text);
        expect(detected.confidence).toBeGreaterThanOrEqual(0);
        expect(detected.confidence).toBeLessThanOrEqual(1);
        expect(detected.words.length > 0).toBe(detected.context !== undefined);
        const contexts = CONTEXT_RULES.filter(({ words }) =>
          words.some((one) => detected.words.includes(one)),
        );
        const most = Math.max(
          0,
          ...contexts.map(({ words }) => words.filter((one) => detected.words.includes(one)).length),
        );
        if (contexts.length > 1 && most / detected.words.length < MIN_CONTEXT_CONFIDENCE) {
          expect(allowedTools(detected)).toBeUndefined();
        }
      }),
    );
  });

  it("tools that are always listed are allowed", () => {
    fc.assert(
      fc.property(prompt, (text) => {
        const allowed = allowedTools(detectContext(text));
        if (allowed) expect(allowed).toEqual(expect.arrayContaining(["save/decision", "load/checkpoint"]));
      }),
    );
  });
});
