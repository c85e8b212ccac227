import { describe, expect, it } from "vitest";
import { DECISION_ID, ID_PREFIX } from "../../../src/shared/ids.ts";
import { timeSortedIds } from "../../../src/shared/system/system.ts";
import { HOUR_MS } from "../../../src/shared/time.ts";
import { setClock } from "../../support/clock.ts";

describe("ids", () => {
  it("match the pattern of the contract", () => {
    expect(timeSortedIds(setClock()).next(ID_PREFIX.decision)).toMatch(/^dec_[a-z0-9]{17}$/);
  });

  it.each(Object.entries(ID_PREFIX))("of a %s begin with %s_", (_, prefix) => {
    expect(timeSortedIds(setClock()).next(prefix)).toMatch(new RegExp(`^${prefix}_[a-z0-9]+$`));
  });

  it("have a prefix of their own for every kind", () => {
    const prefixes = Object.values(ID_PREFIX);
    expect(new Set(prefixes).size).toBe(prefixes.length);
  });

  it("sort by the time they were made", () => {
    const clock = setClock();
    const ids = timeSortedIds(clock);
    const made = Array.from({ length: 500 }, (_, i) => {
      clock.advance(i % 7);
      return ids.next("dec");
    });
    expect(made).toEqual(made.toSorted());
    expect(new Set(made).size).toBe(500);
  });

  it("sort within one millisecond, too", () => {
    const ids = timeSortedIds(setClock());
    const made = Array.from({ length: 5_000 }, () => ids.next("dec"));
    expect(made).toEqual(made.toSorted());
    expect(new Set(made).size).toBe(5_000);
    expect(new Set(made.map((id) => id.length))).toEqual(new Set(["dec_".length + 17]));
  });

  it("sort when the clock steps back", () => {
    const clock = setClock();
    const ids = timeSortedIds(clock);
    const before = ids.next("dec");
    clock.advance(-HOUR_MS);
    const during = ids.next("dec");
    clock.advance(3_600_001);
    const after = ids.next("dec");
    expect([after, before, during].toSorted()).toEqual([before, during, after]);
  });

  it("of two processes in the same millisecond differ", () => {
    const clock = setClock();
    expect(timeSortedIds(clock).next("dec")).not.toBe(timeSortedIds(clock).next("dec"));
  });
});

describe("the pattern of a decision id", () => {
  it.each(["dec_abc123def", "dec_0"])("takes %s", (id) => expect(id).toMatch(DECISION_ID));
  it.each(["dec_", "dec_ABC", "out_abc", "xdec_abc", "dec_abc ", "dec_abc\n"])("refuses %j", (id) =>
    expect(id).not.toMatch(DECISION_ID),
  );
});
