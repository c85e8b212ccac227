import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type CheckAgain,
  checkAgain,
  type Dependence,
  type Foundation,
  joinCauses,
} from "../../../src/decisions/rules/check-again.ts";
import { causeWords } from "../../../src/decisions/rules/check-again-words.ts";
import { screened } from "../../support/decisions.ts";

const sound = (id: string, fields: Partial<Foundation> = {}): Foundation => ({
  id,
  standing: "active",
  failed: false,
  replacedBy: [],
  falseAssumptions: [],
  merged: false,
  ...fields,
});
/** `edges` are pairs such as `ab`: a depends on b. */
function marks(edges: string, ...decisions: readonly Foundation[]): Record<string, string[]> {
  const byId = new Map(decisions.map((one) => [one.id, one]));
  const dependences = (edges.match(/\w+/g) ?? []).map(
    ([from = "", on = ""]): Dependence => ({ from, on: byId.get(on) ?? sound(on) }),
  );
  const ids = new Set([...byId.keys(), ...edges.replace(/\W/g, "")]);
  const found = checkAgain(
    [...ids].sort().map((id) => byId.get(id) ?? sound(id)),
    dependences,
  );
  return Object.fromEntries(
    [...found].map(([id, causes]) => [id, causes.map(({ because, path }) => `${because} ${path.join("")}`)]),
  );
}
const untrue = { falseAssumptions: [{ id: "asm_1", text: screened("All shops are in one country") }] };

describe("What has to be checked again", () => {
  it("is nothing while everything it rests on is sound", () => {
    expect(marks("ab bc cd")).toEqual({});
    expect(marks("", sound("a", { failed: true }))).toEqual({});
  });

  it("is, in a chain of five, all that rests on the cause and nothing below it", () => {
    expect(marks("ab bc cd de", sound("c", { failed: true }))).toEqual({
      a: ["failed abc"],
      b: ["failed bc"],
    });
    expect(marks("ab bc cd de", sound("e", { standing: "superseded", replacedBy: ["x"] }))).toEqual({
      a: ["replaced abcde"],
      b: ["replaced bcde"],
      c: ["replaced cde"],
      d: ["replaced de"],
    });
  });

  it("is, in a diamond, both sides and the top, which is marked once", () => {
    expect(marks("ab ac bd cd", sound("d", { standing: "deprecated" }))).toEqual({
      a: ["retracted abd"],
      b: ["retracted bd"],
      c: ["retracted cd"],
    });
    expect(marks("ab ac bd cd", sound("c", { failed: true }))).toEqual({ a: ["failed ac"] });
  });

  it("is what assumes something false itself, and what rests on it", () => {
    expect(marks("ab", sound("b", untrue))).toEqual({ a: ["assumption ab"], b: ["assumption b"] });
  });

  it("has all causes, the nearest first", () => {
    expect(marks("ab bc", sound("b", { failed: true, ...untrue }), sound("c", { failed: true }))).toEqual({
      a: ["failed ab", "assumption ab", "failed abc"],
      b: ["assumption b", "failed bc"],
    });
  });

  it("is not what holds no more itself", () => {
    const gone = sound("a", { standing: "superseded" });
    expect(marks("ab", gone, sound("b", { failed: true }))).toEqual({});
  });

  it("passes through a duplicate, which was not replaced, to the decision that was kept", () => {
    const duplicate = sound("b", { standing: "superseded", merged: true, replacedBy: ["k"] });
    expect(marks("ab bk", duplicate)).toEqual({});
    expect(marks("ab bk", duplicate, sound("k", { failed: true }))).toEqual({ a: ["failed abk"] });
  });

  it("copes with circles", () => {
    expect(marks("ab bc ca", sound("b", { failed: true }))).toEqual({ a: ["failed ab"], c: ["failed cab"] });
  });

  it("is exactly what a plain search of the graph finds, also with circles", () => {
    const ids = [..."abcdefg"];
    const edge = fc.tuple(fc.constantFrom(...ids), fc.constantFrom(...ids)).filter(([a, b]) => a !== b);
    const one = fc.record({
      standing: fc.constantFrom("active" as const, "draft" as const, "superseded" as const),
      failed: fc.boolean(),
      untrue: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(edge, { maxLength: 16 }), fc.tuple(...ids.map(() => one)), (edges, states) => {
        const all = ids.map((id, i) => {
          const { standing, failed, untrue: isUntrue } = states[i] as (typeof states)[number];
          return sound(id, { standing, failed, ...(isUntrue && untrue) });
        });
        const at = (id: string) => all[ids.indexOf(id)] as Foundation;
        const found = checkAgain(
          all,
          edges.map(([from, to]) => ({ from, on: at(to) })),
        );
        for (const decision of all) {
          const reached = new Map([[decision.id, 0]]);
          for (let step = 1; step <= ids.length; step++)
            for (const [from, to] of edges)
              if (reached.get(from) === step - 1 && !reached.has(to)) reached.set(to, step);
          const expected =
            decision.standing === "superseded"
              ? []
              : [...reached].flatMap(([id, steps]) => [
                  ...(steps > 0 && at(id).standing === "superseded" ? [`replaced ${id} ${steps}`] : []),
                  ...(steps > 0 && at(id).failed ? [`failed ${id} ${steps}`] : []),
                  ...(at(id).falseAssumptions.length > 0 ? [`assumption ${id} ${steps}`] : []),
                ]);
          const causes = found.get(decision.id) ?? [];
          const said = causes.map(({ because, path }) => `${because} ${path.at(-1)} ${path.length - 1}`);
          expect(said.toSorted()).toEqual(expected.toSorted());
          for (const { path } of causes) {
            expect(path[0]).toBe(decision.id);
            for (const [i, to] of path.slice(1).entries()) expect(edges).toContainEqual([path[i], to]);
          }
        }
      }),
    );
  });
});

describe("Causes", () => {
  const failed: CheckAgain = { because: "failed", path: ["a", "b"] };
  const gone: CheckAgain = { because: "anchor-gone", path: ["a"], about: screened("src/queue.ts") };

  it("of several origins are joined, the nearest first", () => {
    expect(
      joinCauses(
        new Map([["a", [failed]]]),
        new Map([
          ["a", [gone]],
          ["c", [gone]],
        ]),
      ),
    ).toEqual(
      new Map([
        ["a", [gone, failed]],
        ["c", [gone]],
      ]),
    );
  });

  it.each<[CheckAgain, string]>([
    [failed, "it depends on b, which did not work out"],
    [
      { because: "replaced", path: ["a", "b", "c", "d"], replacedBy: ["x"] },
      "it depends on d through b and c, which was replaced by x",
    ],
    [{ because: "assumption", path: ["a"] }, "one of its assumptions is false"],
    [gone, "the code that it is anchored to is gone"],
  ])("are put into words without stored text", (cause, words) => {
    expect(causeWords(cause)).toBe(words);
  });
});
