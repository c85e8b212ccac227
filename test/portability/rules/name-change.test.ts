import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_PROJECT } from "../../../src/access/rules/project.ts";
import { answerNameChange, type NameChange } from "../../../src/portability/rules/project-store.ts";

const name = fc.constantFrom(DEFAULT_PROJECT, "commit/5c57a1b2c3d4", "git.example/acme/shop");
const few = fc.nat({ max: 3 });
const change: fc.Arbitrary<NameChange> = fc.record({
  before: name,
  now: name,
  others: few,
  waiting: few,
  own: few,
  unknown: few,
  ownAreJoined: fc.boolean(),
  there: few,
  begunHere: fc.boolean(),
  mayWrite: fc.boolean(),
});

const ALONE: NameChange = {
  before: "commit/5c57a1b2c3d4",
  now: "git.example/acme/shop",
  others: 0,
  waiting: 12,
  own: 0,
  unknown: 0,
  ownAreJoined: false,
  there: 0,
  begunHere: false,
  mayWrite: true,
};

describe("A directory whose project has another name than before", () => {
  it.each<[string, Partial<NameChange>, ReturnType<typeof answerNameChange>]>([
    ["takes its memory along", {}, { does: "move", which: "all" }],
    [
      "takes it along to a name that it began itself",
      { there: 2, begunHere: true },
      { does: "move", which: "all" },
    ],
    [
      "offers it if another directory uses the earlier name",
      { others: 1 },
      { does: "offer", because: "shared-name" },
    ],
    [
      "offers it if the new name has memories of others",
      { there: 1 },
      { does: "offer", because: "name-in-use" },
    ],
    ["offers it where nothing may be written", { mayWrite: false }, { does: "offer", because: "read-only" }],
    ["does nothing where nothing waits", { waiting: 0 }, { does: "nothing" }],
    ["takes nothing into the project of all folders", { now: DEFAULT_PROJECT }, { does: "nothing" }],
    [
      "takes its own out of the project of all folders",
      { before: DEFAULT_PROJECT, own: 3, others: 5 },
      { does: "move", which: "own" },
    ],
    [
      "offers that project if nobody knows whose memories they are",
      { before: DEFAULT_PROJECT, unknown: 4 },
      { does: "offer", because: "shared-default" },
    ],
    ["leaves what other folders wrote there", { before: DEFAULT_PROJECT }, { does: "nothing" }],
  ])("%s", (_, given, answer) => {
    expect(answerNameChange({ ...ALONE, ...given })).toEqual(answer);
  });

  it("never takes what others may have a share in, and adds to nobody's memory", () => {
    const keepsToItself = fc.property(change, (given) => {
      const answer = answerNameChange(given);
      if (answer.does !== "move") return true;
      const mayTake =
        answer.which === "all"
          ? given.before !== DEFAULT_PROJECT && given.others === 0
          : given.before === DEFAULT_PROJECT && given.own > 0 && !given.ownAreJoined;
      const mayAdd = given.now !== DEFAULT_PROJECT && (given.there === 0 || given.begunHere);
      return mayTake && mayAdd && given.mayWrite;
    });
    expect(fc.check(keepsToItself)).toMatchObject({ failed: false });
  });
});
