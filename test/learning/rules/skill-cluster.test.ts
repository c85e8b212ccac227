import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { groupAll, placeInGroup, type SettledDecision } from "../../../src/learning/rules/skill-cluster.ts";
import { daysAfter } from "../../support/skills.ts";

const near = (id: string, size: number, ...relevances: number[]) => ({ id, size, relevances });

describe("placing a decision in a group", () => {
  it("creates a new group if it fits nowhere", () => {
    expect(placeInGroup("dec_0abc", [])).toEqual({ group: "sk_0abc", absorbs: [] });
  });

  it("chooses a group of which at least half is relevant", () => {
    expect(placeInGroup("dec_x", [near("sk_a", 4, 0.9, 0.8)]).group).toBe("sk_a");
    expect(placeInGroup("dec_x", [near("sk_a", 5, 0.9, 0.8)]).group).toBe("sk_x");
  });

  it("does not choose a group of which half is hardly relevant", () => {
    expect(placeInGroup("dec_x", [near("sk_a", 2, 0.6)]).group).toBe("sk_a");
    expect(placeInGroup("dec_x", [near("sk_a", 2, 0.51)]).group).toBe("sk_x");
    expect(placeInGroup("dec_x", [near("sk_a", 1, 0.51)]).group).toBe("sk_a");
  });

  it("compares no more of a large group than a search can find", () => {
    const ten = Array.from({ length: 10 }, () => 0.6);
    expect(placeInGroup("dec_x", [near("sk_a", 5_000, ...ten)]).group).toBe("sk_a");
    expect(placeInGroup("dec_x", [near("sk_a", 5_000, ...ten.slice(1))]).group).toBe("sk_x");
  });

  it("chooses the most relevant group, and of equals the older one", () => {
    expect(placeInGroup("dec_x", [near("sk_a", 2, 0.9), near("sk_b", 1, 0.6)]).group).toBe("sk_b");
    expect(placeInGroup("dec_x", [near("sk_b", 1, 0.6), near("sk_a", 1, 0.6)]).group).toBe("sk_a");
  });

  it("merges groups that are too small to be skills, and keeps skills apart", () => {
    const groups = [
      near("sk_a", 3, 0.9, 0.9, 0.9),
      near("sk_b", 2, 0.8, 0.8),
      near("sk_c", 4, 0.7, 0.7, 0.7),
    ];
    expect(placeInGroup("dec_x", groups)).toEqual({ group: "sk_a", absorbs: ["sk_b"] });
  });
});

describe("the groups of a project", () => {
  /** Decisions on a line: near ones are relevant to each other. */
  const settledAt = (
    places: readonly number[],
  ): { settled: SettledDecision[]; relevantTo: (id: string) => Map<string, number> } => {
    const idOf = (i: number): string => `dec_${String(i).padStart(3, "0")}`;
    const placed = new Map(places.map((place, i) => [idOf(i), place]));
    return {
      settled: places.map((_, i) => ({ id: idOf(i), settledAt: daysAfter(Math.floor(i / 2)) })),
      relevantTo: (id) =>
        new Map(
          [...placed].flatMap(([other, place]): [string, number][] => {
            const distance = Math.abs(place - (placed.get(id) ?? 0));
            return other !== id && distance <= 5 ? [[other, 1 - distance / 10]] : [];
          }),
        ),
    };
  };
  const places = fc.array(fc.nat(60), { maxLength: 40 });

  it("do not chain: many small steps do not make one group", () => {
    const { settled, relevantTo } = settledAt(Array.from({ length: 20 }, (_, i) => i * 3));
    const sizes = [...groupAll(settled, relevantTo).values()].map((members) => members.length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(4);
  });

  it("contain every decision once, and do not depend on the order of reading", () => {
    fc.assert(
      fc.property(places, fc.infiniteStream(fc.nat()), (line, chance) => {
        const { settled, relevantTo } = settledAt(line);
        const groups = groupAll(settled, relevantTo);
        const placed = [...groups.values()].flat();
        expect(placed).toHaveLength(settled.length);
        expect(new Set(placed)).toEqual(new Set(settled.map(({ id }) => id)));
        const shuffled = settled
          .map((one) => ({ one, key: chance.next().value }))
          .sort((a, b) => a.key - b.key)
          .map(({ one }) => one);
        const otherWay = (id: string) => new Map([...relevantTo(id)].reverse());
        expect(groupAll(shuffled, otherWay)).toEqual(groups);
      }),
    );
  });

  it("only grow with the next outcome, except for small groups that merge", () => {
    fc.assert(
      fc.property(places, (line) => {
        const { settled, relevantTo } = settledAt(line);
        const before = groupAll(settled.slice(0, -1), relevantTo);
        const after = groupAll(settled, relevantTo);
        for (const [id, members] of before) {
          if (members.length >= 3) expect(after.get(id)).toEqual(expect.arrayContaining([...members]));
        }
      }),
    );
  });
});
