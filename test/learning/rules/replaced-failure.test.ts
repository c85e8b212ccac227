import { describe, expect, it } from "vitest";
import { isOneSubject, pairIdOf, pairWords } from "../../../src/learning/rules/skill-naming.ts";
import { SKILL_ID } from "../../../src/shared/ids.ts";
import { lived } from "../../support/skills.ts";

const PAIR = {
  failed: lived(1, 0, "Send mails in the request", ["The provider was slow"], "superseded"),
  worked: lived(2, 1, "Move all mails to jobs", ["Nobody noticed the outage"]),
};

describe("What a replaced failure teaches", () => {
  it("has the statement and the lesson of what worked, and names both decisions", () => {
    expect(pairWords(PAIR)).toEqual({
      statement: "Move all mails to jobs",
      recommendation:
        "dec_0002 worked out once, after dec_0001 had failed. Lesson: Nobody noticed the outage",
      whenToUse: "For database decisions like dec_0002.",
      examples: [],
      antipattern: "dec_0001: Send mails in the request. Lesson: The provider was slow",
    });
  });

  it("says that no lesson was recorded instead of giving that of the failure", () => {
    const { recommendation } = pairWords({ ...PAIR, worked: { ...PAIR.worked, lessons: [] } });
    expect(recommendation).toBe(
      "dec_0002 worked out once, after dec_0001 had failed. No lesson was recorded.",
    );
  });

  it("has an id of its own for each pair", () => {
    expect(pairIdOf(PAIR)).toMatch(SKILL_ID);
    expect(pairIdOf(PAIR)).toBe(pairIdOf({ ...PAIR }));
    const other = { ...PAIR, failed: lived(3, 0, "Send mails in the request") };
    expect(pairIdOf(other)).not.toBe(pairIdOf(PAIR));
  });

  it("is about one subject if both share a word or a stated topic", () => {
    expect(isOneSubject(PAIR)).toBe(true);
    const unlike = { ...PAIR, worked: lived(2, 1, "Paint the logo blue") };
    expect(isOneSubject(unlike)).toBe(false);
    const topic = "mail_delivery";
    const named = { failed: { ...unlike.failed, topic }, worked: { ...unlike.worked, topic } };
    expect(isOneSubject(named)).toBe(true);
  });
});
