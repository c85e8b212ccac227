import { describe, expect, it } from "vitest";
import { FIT_TEXTS } from "../../src/main/fit-texts.ts";
import { mainScript, SCRIPTS } from "../../src/recall/rules/model-profile.ts";

describe("The texts to fit a model with", () => {
  it("are a hundred different questions about other things", () => {
    const { foreignQuestions } = FIT_TEXTS;
    expect(new Set(foreignQuestions).size).toBe(100);
    for (const question of foreignQuestions) expect(question).toMatch(/^[A-Z].{15,90}\?$/);
  });

  it("are the same sentences in every script, each in its own", () => {
    const { translations } = FIT_TEXTS;
    expect(Object.keys(translations).sort()).toEqual(["latin", ...SCRIPTS].sort());
    for (const [script, { everyday, work }] of Object.entries(translations)) {
      expect([everyday.length, work.length], script).toEqual([7, 5]);
      expect(new Set([...everyday, ...work]).size, script).toBe(12);
      for (const sentence of [...everyday, ...work])
        expect(mainScript(sentence) ?? "latin", sentence).toBe(script);
    }
  });
});
