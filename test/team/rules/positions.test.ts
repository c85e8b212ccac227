import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inTeamOrder, inTimeOrder, lifeOf, positionOf } from "../../../src/team/rules/membership.ts";

const place = (origin: string, seq: number, position?: number) => ({ origin, seq, position });

describe("The order of a team", () => {
  it("has what an earlier life of the log confirmed before what a later one did", () => {
    expect(positionOf(1, 1_000_000_000)).toBeLessThan(positionOf(2, 1));
    expect([lifeOf(positionOf(7, 3)), Number.isSafeInteger(positionOf(1_000, 2 ** 39))]).toEqual([7, true]);
  });

  it("has what is not confirmed after everything that is, also in the last life", () => {
    const [pending, confirmed] = [place("a", 1), place("b", 9, positionOf(50, 9))];
    expect([pending, confirmed].sort(inTeamOrder)).toEqual([confirmed, pending]);
  });

  it("decides by the key if one position was given twice, or none", () => {
    const all = [place("b", 1, 5), place("a", 2, 5), place("a", 1, 5), place("b", 1), place("a", 7)];
    expect([...all].sort(inTeamOrder)).toEqual([all[2], all[1], all[0], all[4], all[3]]);
  });

  it("is one order, whatever is compared", () => {
    const any = fc.record({
      origin: fc.constantFrom("a", "b", "c"),
      seq: fc.integer({ min: 1, max: 4 }),
      position: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
      at: fc.integer({ min: 0, max: 3 }),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 12 }), fc.infiniteStream(fc.nat()), (places, random) => {
        const shuffled = places
          .map((one) => ({ one, by: random.next().value as number }))
          .sort((a, b) => a.by - b.by)
          .map(({ one }) => one);
        const keyOf = ({ origin, seq, position }: (typeof places)[number]) => [origin, seq, position];
        expect(shuffled.sort(inTeamOrder).map(keyOf)).toEqual([...places].sort(inTeamOrder).map(keyOf));
        const timeOf = ({ at, origin, seq }: (typeof places)[number]) => [at, origin, seq];
        expect(shuffled.sort(inTimeOrder).map(timeOf)).toEqual([...places].sort(inTimeOrder).map(timeOf));
      }),
    );
  });
});

describe("The order of time", () => {
  it("is that of the clocks, and of the keys where they say the same", () => {
    const said = (origin: string, seq: number, at: number) => ({ origin, seq, at });
    const all = [said("b", 1, 5), said("a", 2, 5), said("c", 1, 4)];
    expect([...all].sort(inTimeOrder)).toEqual([all[2], all[1], all[0]]);
  });
});
