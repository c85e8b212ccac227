import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type LinkEvent,
  type ProposalEvent,
  settleLink,
  settleProposal,
} from "../../../src/team/rules/decision-state.ts";

interface Link {
  readonly state: "pending" | "active" | "rejected";
  readonly auto?: boolean;
  readonly by?: string;
}
type Event = LinkEvent<Link>;

const FACTS = {
  stateOf: ({ state }: Link) => state,
  isOpen: ({ state, auto }: Link, verdict: "approved" | "rejected") =>
    state === "pending" || (state === "active" && verdict === "approved" && auto === true),
};
let seq = 0;
const place = (position?: number, origin = "org_a") => ({ origin, seq: ++seq, position });
const stored = (position: number, link: Link = { state: "pending" }): Event => ({
  ...place(position),
  kind: "stored",
  link,
});
const reviewed = (position: number | undefined, verdict: "approved" | "rejected", by = "Ada"): Event => ({
  ...place(position),
  kind: "reviewed",
  verdict,
  review: (link) => ({ ...link, state: verdict === "approved" ? "active" : "rejected", by }),
});
const removed = (position: number): Event => ({ ...place(position), kind: "removed" });
const settled = (...events: readonly Event[]) => settleLink(events, FACTS);

describe("Of several reviews of a link", () => {
  it("the first in the order of the team holds, and the others are told its verdict", () => {
    const late = reviewed(3, "rejected", "Bo");
    const { link, late: tooLate } = settled(late, stored(1), reviewed(2, "approved"));
    expect(link).toEqual({ state: "active", by: "Ada" });
    expect([...tooLate]).toEqual([[late, "approved"]]);
  });

  it("one that is not confirmed comes after one that is", () => {
    const own = reviewed(undefined, "approved");
    const { link, late } = settled(own, stored(1), reviewed(9, "rejected", "Bo"));
    expect([link, late.get(own)]).toEqual([{ state: "rejected", by: "Bo" }, "rejected"]);
  });

  it("an approval still counts for a link in force that only a machine made", () => {
    const auto = { state: "active", auto: true } as const;
    expect(settled(stored(1, auto), reviewed(2, "approved")).link).toMatchObject({ by: "Ada" });
    expect(settled(stored(1, auto), reviewed(2, "rejected")).link).toEqual(auto);
  });
});

describe("A link", () => {
  it("that was rejected may be proposed again, and waits for a new review", () => {
    const again = [stored(1), reviewed(2, "rejected"), stored(3)];
    expect(settled(...again).link).toEqual({ state: "pending" });
    expect(settled(...again, reviewed(4, "approved")).link?.state).toBe("active");
  });

  it("that was proposed twice is the first one", () => {
    expect(settled(stored(2, { state: "active" }), stored(1)).link).toEqual({ state: "pending" });
  });

  it("that was removed is gone until it is stored again", () => {
    expect(settled(stored(1), removed(2)).link).toBeUndefined();
    expect(settled(stored(1), removed(2), reviewed(3, "approved")).link).toBeUndefined();
    expect(settled(stored(1), removed(2), stored(3)).link).toEqual({ state: "pending" });
  });

  it("is the same in whatever order it was heard of", () => {
    const anything = fc
      .record({
        what: fc.constantFrom("stored", "approved", "rejected", "removed"),
        position: fc.integer({ min: 1, max: 8 }),
      })
      .map(({ what, position }): Event => {
        if (what === "stored") return stored(position);
        return what === "removed" ? removed(position) : reviewed(position, what as "approved");
      });
    fc.assert(
      fc.property(
        fc
          .array(anything, { maxLength: 10 })
          .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([events, shuffled]) => {
          const [one, other] = [settled(...events), settled(...shuffled)];
          expect(other.link).toEqual(one.link);
          expect(new Map(other.late)).toEqual(new Map(one.late));
        },
      ),
    );
  });
});

describe("A proposal", () => {
  type Said = ProposalEvent<string>;
  type Verdict = "accepted" | "rejected" | "expired";
  const closed = (position: number | undefined, state: Verdict, decision?: string): Said => ({
    ...place(position),
    at: 0,
    kind: "closed",
    state,
    ...(decision !== undefined && { decision }),
  });
  const fed = (at: number, text: string, origin = "org_a"): Said => ({
    ...place(undefined, origin),
    at,
    kind: "fed",
    fed: text,
  });

  it("is settled by the first to accept or reject it, and the others came too late", () => {
    const [late, first] = [closed(2, "rejected"), closed(1, "accepted", "dec_a")];
    expect(settleProposal([late, first])).toMatchObject({ closed: first, late: [late] });
  });

  it("is open while nobody did", () => {
    expect(settleProposal([fed(1, "reasons")])).toEqual({ fed: "reasons", closed: undefined, late: [] });
  });

  it("has the reasons that were found last by time, whichever arrived last", () => {
    const [older, newer] = [fed(1, "old"), fed(2, "new")];
    expect([settleProposal([newer, older]).fed, settleProposal([older, newer]).fed]).toEqual(["new", "new"]);
    expect(settleProposal([fed(1, "b", "org_b"), fed(1, "a", "org_a")]).fed).toBe("b");
  });
});
