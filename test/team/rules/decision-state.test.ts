import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChangeableState } from "../../../src/decisions/rules/decision.ts";
import type { OutcomeStatus } from "../../../src/decisions/rules/outcome.ts";
import type { Screened } from "../../../src/shared/text.ts";
import { type DecisionEvent, settleDecision } from "../../../src/team/rules/decision-state.ts";
import { DAY, screened } from "../../support/decisions.ts";

type By = string;
type Event = DecisionEvent<By>;
type Changed = Extract<Event, { kind: "changed" }>;

const FIRST: ChangeableState<By> = {
  updatedAt: DAY,
  standing: "active",
  progress: "pending",
  linkedPr: undefined,
  linkedCommit: undefined,
  confidenceUpdates: [],
  notes: [],
};
const START = DAY.getTime();
let seq = 0;
const at = (minutes: number, origin = "org_a") => ({ origin, seq: ++seq, at: START + minutes * 60_000 });
const changed = (minutes: number, fields: Partial<Changed> = {}): Changed => ({
  ...at(minutes),
  kind: "changed",
  by: "Ada",
  ...fields,
});
const outcome = (minutes: number, id: string, status: OutcomeStatus): Event => ({
  ...at(minutes),
  kind: "outcome",
  id,
  status,
});
const reopened = (minutes: number, outcomes: readonly string[], by: By = "Ada"): Event => ({
  ...at(minutes),
  kind: "reopened",
  outcomes,
  by,
});
const stateAfter = (...events: readonly Event[]) => settleDecision(FIRST, events).state;

describe("The state of a decision", () => {
  it("is how it began while nothing happened to it", () => {
    expect(settleDecision(FIRST, [])).toEqual({ state: FIRST, withdrawn: new Map() });
  });

  it("is what was said last by time, not what arrived last", () => {
    const events = [changed(2, { progress: "executed" }), changed(1, { progress: "reworked" })];
    expect(stateAfter(...events).progress).toBe("executed");
    expect(stateAfter(...events.toReversed()).progress).toBe("executed");
  });

  it("is that of the greater key if two machines said something at the same time", () => {
    const [a, b] = [
      changed(1, { origin: "org_a", linkedPr: screened("#1") }),
      changed(1, { origin: "org_b", linkedPr: screened("#2") }),
    ];
    expect([stateAfter(a, b).linkedPr, stateAfter(b, a).linkedPr]).toEqual(["#2", "#2"]);
  });

  it("has the notes and confidences of all machines, in the order of their times", () => {
    const { notes, confidenceUpdates } = stateAfter(
      changed(3, { note: screened("Third"), confidence: 0.3 }),
      changed(1, { note: screened("First"), by: "Bo" }),
      changed(2, { note: screened("Second"), confidence: 0.2 }),
    );
    expect(notes.map(({ text, by }) => [text, by])).toEqual([
      ["First", "Bo"],
      ["Second", "Ada"],
      ["Third", "Ada"],
    ]);
    expect(confidenceUpdates.map(({ confidence }) => confidence)).toEqual([0.2, 0.3]);
  });

  it("is retracted or restored, whichever was said last", () => {
    const retracted = changed(1, { standing: "deprecated" });
    expect(stateAfter(changed(2, { standing: "active" }), retracted).standing).toBe("active");
    expect(stateAfter(retracted, changed(0, { standing: "active" })).standing).toBe("deprecated");
  });

  it("is superseded once a claim on it holds, until somebody restores it", () => {
    const replaced: Event = { ...at(1), kind: "replaced" };
    expect(stateAfter(replaced).standing).toBe("superseded");
    expect(stateAfter(changed(2, { standing: "active" }), replaced).standing).toBe("active");
  });

  it("was updated when the last of it was said, also by a machine whose clock is behind", () => {
    const touched: Event = { ...at(-60), kind: "touched" };
    expect(stateAfter(touched).updatedAt).toEqual(DAY);
    expect(stateAfter(touched, { ...at(5), kind: "touched" }).updatedAt.getTime()).toBe(START + 300_000);
  });
});

describe("Outcomes", () => {
  it("decide the progress, the last one by time", () => {
    const [failed, worked] = [outcome(1, "out_a", "failure"), outcome(2, "out_b", "success")];
    expect([stateAfter(worked, failed).progress, stateAfter(failed).progress]).toEqual([
      "completed",
      "failed",
    ]);
  });

  it("do not hide that a decision was reworked", () => {
    expect(stateAfter(changed(1, { progress: "reworked" }), outcome(2, "out_a", "success")).progress).toBe(
      "reworked",
    );
  });

  it("that are withdrawn leave the decision open, and one that was not known then counts", () => {
    const first = outcome(1, "out_a", "failure");
    expect(stateAfter(first, reopened(2, ["out_a"])).progress).toBe("pending");
    expect(stateAfter(first, outcome(3, "out_b", "success"), reopened(2, ["out_a"])).progress).toBe(
      "completed",
    );
    expect(stateAfter(first, outcome(1, "out_b", "failure"), reopened(2, ["out_a"])).progress).toBe("failed");
  });

  it("are withdrawn also by a machine whose clock is behind", () => {
    const { state, withdrawn } = settleDecision(FIRST, [
      outcome(5, "out_a", "failure"),
      reopened(1, ["out_a"]),
    ]);
    expect([state.progress, [...withdrawn.keys()]]).toEqual(["pending", ["out_a"]]);
  });

  it("were withdrawn by whoever said so first by time", () => {
    const events = [
      reopened(3, ["out_a"], "Bo"),
      reopened(2, ["out_a"], "Ada"),
      outcome(1, "out_a", "failure"),
    ];
    expect(settleDecision(FIRST, events).withdrawn.get("out_a")).toEqual({ at: START + 120_000, by: "Ada" });
  });
});

describe("Whatever happened to a decision,", () => {
  const minute = fc.integer({ min: -3, max: 6 });
  const text = fc.constantFrom(undefined, ...["one", "two"].map((word) => screened(word) as Screened));
  const anything: fc.Arbitrary<Event> = fc
    .record({
      what: fc.constantFrom("changed", "touched", "replaced", "outcome", "reopened"),
      minute,
      origin: fc.constantFrom("org_a", "org_b", "org_c"),
      standing: fc.constantFrom(undefined, "active", "deprecated"),
      progress: fc.constantFrom(undefined, "executed", "reworked"),
      confidence: fc.constantFrom(undefined, 0.1, 0.9),
      note: text,
      outcomes: fc.subarray(["out_a", "out_b", "out_c"], { minLength: 1 }),
      status: fc.constantFrom("success", "partial", "failure"),
    })
    .map(({ what, minute: m, origin, outcomes, status, ...change }): Event => {
      const place = { ...at(m), origin };
      if (what === "outcome")
        return { ...place, kind: "outcome", id: outcomes[0] as string, status: status as OutcomeStatus };
      if (what === "reopened") return { ...place, kind: "reopened", outcomes, note: change.note, by: origin };
      if (what === "changed") return { ...place, kind: "changed", ...change, by: origin } as Event;
      return { ...place, kind: what as "touched" };
    });

  it("the order of arrival never matters", () => {
    fc.assert(
      fc.property(
        fc
          .array(anything, { maxLength: 20 })
          .chain((events) =>
            fc.tuple(fc.constant(events), fc.shuffledSubarray(events, { minLength: events.length })),
          ),
        ([events, shuffled]) => {
          expect(settleDecision(FIRST, shuffled)).toEqual(settleDecision(FIRST, events));
        },
      ),
    );
  });

  it("no remark is lost", () => {
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 20 }), (events) => {
        const said = events.filter((event) => "note" in event && event.note !== undefined).length;
        expect(settleDecision(FIRST, events).state.notes).toHaveLength(said);
      }),
    );
  });
});
