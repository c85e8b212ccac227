import { describe, expect, it } from "vitest";
import { assumptionId, assumptionsIn, requireAssumption } from "../../../src/decisions/rules/assumption.ts";
import { changeDecision } from "../../../src/decisions/rules/decision.ts";
import { editedDecision } from "../../../src/decisions/rules/revision.ts";
import { actor, DAY, decision, screened } from "../../support/decisions.ts";

const [FEW, LOCAL] = ["Fewer than a million orders", "All shops are in one country"];
const held = decision({ id: "dec_a", assumptions: [FEW, LOCAL] });
const [few, local] = [assumptionId("dec_a", FEW), assumptionId("dec_a", LOCAL)];
const judged = (on: typeof held, assumption: string, state: "holds" | "doubtful" | "false", minute: number) =>
  changeDecision(
    on,
    { assumption: { assumption, state } },
    actor().author,
    new Date(DAY.getTime() + minute * 60_000),
  );
const statesOf = (on: typeof held) => assumptionsIn(on).map(({ state }) => state);

describe("The assumptions of a decision", () => {
  it("have ids that follow from the decision and the text, on every machine the same", () => {
    expect(few).toBe("asm_445088d1c38d89e10");
    expect(assumptionsIn(held).map(({ id }) => id)).toEqual([few, local]);
    expect(assumptionId("dec_b", FEW)).not.toBe(few);
  });

  it("hold until somebody says otherwise, and what was said last by time counts", () => {
    expect(statesOf(held)).toEqual(["holds", "holds"]);
    const doubted = judged(judged(held, few, "false", 2), few, "doubtful", 1);
    expect(statesOf(doubted)).toEqual(["false", "holds"]);
    expect(doubted.assumptionStates).toHaveLength(2);
    expect(statesOf(judged(doubted, few, "holds", 3))).toEqual(["holds", "holds"]);
  });

  it("change nothing else of the decision", () => {
    const { assumptionStates: _, updatedAt: __, ...rest } = judged(held, few, "false", 1);
    expect({ ...rest, updatedAt: held.updatedAt }).toEqual(held);
  });

  it("are others in other words, which nobody has judged", () => {
    const edited = editedDecision(judged(judged(held, few, "false", 1), local, "doubtful", 1), {
      assumptions: [screened(LOCAL), screened("Fewer than two million orders")],
    });
    expect(statesOf(edited)).toEqual(["doubtful", "holds"]);
    expect(statesOf(editedDecision(edited, { assumptions: [screened(FEW)] }))).toEqual(["false"]);
  });

  it("are named by number, id or words, in any case", () => {
    const named = (ref: string) => requireAssumption(held, ref).id;
    expect([named("2"), named(local), named(` ${LOCAL.toUpperCase()} `)]).toEqual([local, local, local]);
    for (const ref of ["0", "3", "Another", "asm_0"]) expect(() => named(ref)).toThrow(/has no assumption/);
    expect(() => requireAssumption(decision(), "1")).toThrow(/has no assumptions/);
  });

  it("stand once each, also if a text stands twice", () => {
    expect(assumptionsIn(decision({ assumptions: [FEW, FEW] }))).toHaveLength(1);
  });
});
