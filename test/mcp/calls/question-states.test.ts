import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AskedQuestion, createQuestionStates } from "../../../src/mcp/calls/question-states.ts";
import { systemEntropy } from "../../../src/shared/system/system.ts";
import { setClock } from "../../support/clock.ts";

const ASKED: AskedQuestion = {
  question: { key: "supersede-dec_1", text: "Agree?" },
  principal: "key_1",
  project: "shop",
  tool: "supersede_decision",
  args: { title: "Cache in memory", old_decision_ids: ["dec_1"] },
};
const MINUTE = 60_000;

function states(mostUsed?: number) {
  const clock = setClock(new Date("2026-02-12T10:30:00.000Z"));
  return { clock, ...createQuestionStates({ entropy: systemEntropy, clock }, mostUsed) };
}

describe("the state of a question", () => {
  it("is valid once, for the question it was issued for", () => {
    const { issue, redeem } = states();
    const state = issue(ASKED);
    expect(redeem(state, { ...ASKED, args: { ...(ASKED.args as object) } })).toBe("valid");
    expect(redeem(state, ASKED)).toBe("used");
  });

  it("differs each time, and each is valid", () => {
    const { issue, redeem } = states();
    const [one, other] = [issue(ASKED), issue(ASKED)];
    expect(one).not.toBe(other);
    expect([redeem(one, ASKED), redeem(other, ASKED)]).toEqual(["valid", "valid"]);
  });

  it.each<[string, Partial<AskedQuestion>]>([
    ["key", { question: { ...ASKED.question, key: "supersede-dec_2" } }],
    ["text", { question: { ...ASKED.question, text: "Agree now?" } }],
    ["principal", { principal: "key_2" }],
    ["project", { project: "bank" }],
    ["tool", { tool: "save_decision" }],
    ["arguments", { args: { title: "Cache in memory", old_decision_ids: ["dec_2"] } }],
  ])("is not valid with another %s, and stays valid for its own", (_, change) => {
    const { issue, redeem } = states();
    const state = issue(ASKED);
    expect(redeem(state, { ...ASKED, ...change })).toBe("other_question");
    expect(redeem(state, ASKED)).toBe("valid");
  });

  it("ends after ten minutes, also when the clock is set back later", () => {
    const { clock, issue, redeem } = states();
    const [early, late] = [issue(ASKED), issue(ASKED)];
    clock.advance(10 * MINUTE - 1);
    expect(redeem(early, ASKED)).toBe("valid");
    clock.advance(1);
    expect(redeem(late, ASKED)).toBe("expired");
    clock.set(new Date(clock.now().getTime() - 20 * MINUTE));
    expect([redeem(late, ASKED), redeem(early, ASKED)]).toEqual(["expired", "expired"]);
  });

  it("is unknown to another process, and when any bit of it was changed", () => {
    const { issue, redeem } = states();
    expect(states().redeem(issue(ASKED), ASKED)).toBe("unknown");
    const bytes = Buffer.from(issue(ASKED), "base64url");
    fc.assert(
      fc.property(fc.nat(bytes.length * 8 - 1), (bit) => {
        const changed = Buffer.from(bytes);
        changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7));
        expect(redeem(changed.toString("base64url"), ASKED)).toBe("unknown");
      }),
    );
    for (const short of ["", "AAAA", bytes.subarray(1).toString("base64url")])
      expect(redeem(short, ASKED)).toBe("unknown");
  });

  it.each([undefined, null, 1, { state: "x" }])("is missing if it is %j", (sent) => {
    expect(states().redeem(sent, ASKED)).toBe("missing");
  });

  it("cannot be used again after so many others that they were forgotten", () => {
    const { clock, issue, redeem } = states(3);
    const kept = Array.from({ length: 5 }, () => issue(ASKED));
    clock.advance(1);
    expect(kept.slice(0, 4).map((state) => redeem(state, ASKED))).toEqual(Array(4).fill("valid"));
    for (const state of kept) expect(redeem(state, ASKED)).toMatch(/^(?:expired|used)$/);
    clock.advance(1);
    expect(redeem(issue(ASKED), ASKED)).toBe("valid");
  });
});
