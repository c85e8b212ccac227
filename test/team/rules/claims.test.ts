import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Claim, type Release, settleClaims } from "../../../src/team/rules/claims.ts";

let seq = 0;
const claim = (by: string, target: string, fields: Partial<Claim> = {}): Claim => ({
  ...{ origin: "org_a", seq: ++seq, position: seq, link: `lnk_${seq}`, made: false, by, target },
  ...fields,
});
const release = ({ target, link }: Claim, position: number): Release => ({
  ...{ origin: "org_a", seq: ++seq, position, target, link },
});

describe("Of two decisions that replace the same one", () => {
  it("the first in the order of the team does, and the other one is told who was first", () => {
    const [late, first] = [
      claim("dec_b", "dec_x", { position: 2 }),
      claim("dec_c", "dec_x", { position: 1 }),
    ];
    const { won, lost } = settleClaims([late, first], []);
    expect([...won]).toEqual([first]);
    expect([...lost]).toEqual([[late, "dec_c"]]);
  });

  it("one that is not confirmed yet comes after one that is", () => {
    const [own, other] = [
      claim("dec_b", "dec_x", { position: undefined }),
      claim("dec_c", "dec_x", { position: 9 }),
    ];
    expect([...settleClaims([own, other], []).won]).toEqual([other]);
  });

  it("the same decision may say it twice", () => {
    const twice = [claim("dec_b", "dec_x"), claim("dec_b", "dec_x")];
    expect(settleClaims(twice, []).lost.size).toBe(0);
  });

  it("the second may when the first gave the place back before", () => {
    const first = claim("dec_b", "dec_x", { position: 1 });
    const second = claim("dec_c", "dec_x", { position: 3 });
    expect([...settleClaims([first, second], [release(first, 2)]).won]).toEqual([first, second]);
    expect([...settleClaims([first, second], [release(first, 4)]).lost.keys()]).toEqual([second]);
  });

  it("giving back what another one holds changes nothing", () => {
    const first = claim("dec_b", "dec_x", { position: 1 });
    const second = claim("dec_c", "dec_x", { position: 2 });
    const third = claim("dec_d", "dec_x", { position: 4 });
    const { won } = settleClaims([first, second, third], [release(second, 3)]);
    expect([...won]).toEqual([first]);
  });
});

describe("A decision that was made for several places", () => {
  it("gets all of them, or none", () => {
    const first = claim("dec_b", "dec_y", { position: 1 });
    const both = [
      claim("dec_c", "dec_x", { position: 2, made: true }),
      claim("dec_c", "dec_y", { position: 3, made: true }),
    ];
    const { won, lost } = settleClaims([...both, first], []);
    expect([...won]).toEqual([first]);
    expect(both.map((one) => lost.get(one))).toEqual(["dec_b", "dec_b"]);
  });

  it("stands where its first claim stands", () => {
    const both = [
      claim("dec_c", "dec_x", { position: 1, made: true }),
      claim("dec_c", "dec_y", { position: 3, made: true }),
    ];
    const between = claim("dec_b", "dec_y", { position: 2 });
    const { won } = settleClaims([between, ...both], []);
    expect([...won]).toEqual(both);
  });

  it("leaves the place it did not take to the next one", () => {
    const first = claim("dec_b", "dec_y", { position: 1 });
    const both = ["dec_x", "dec_y"].map((target) => claim("dec_c", target, { position: 2, made: true }));
    const next = claim("dec_d", "dec_x", { position: 4 });
    expect([...settleClaims([first, ...both, next], []).won]).toEqual([first, next]);
  });
});

describe("No decision replaces", () => {
  it("itself", () => {
    const own = claim("dec_x", "dec_x");
    expect(settleClaims([own], []).lost.get(own)).toBe("dec_x");
  });

  it("what replaced it, directly or through others", () => {
    const chain = [
      claim("dec_b", "dec_a", { position: 1 }),
      claim("dec_c", "dec_b", { position: 2 }),
      claim("dec_a", "dec_c", { position: 3 }),
    ];
    const { won, lost } = settleClaims(chain, []);
    expect([...won]).toEqual(chain.slice(0, 2));
    expect(lost.get(chain[2] as Claim)).toBe("dec_c");
  });
});

const DECISIONS = ["dec_a", "dec_b", "dec_c", "dec_d", "dec_e"];
const someClaims = fc
  .array(
    fc.record({
      by: fc.constantFrom(...DECISIONS),
      target: fc.constantFrom(...DECISIONS),
      origin: fc.constantFrom("org_a", "org_b"),
      position: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
      released: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
    }),
    { maxLength: 15 },
  )
  .map((all) => {
    const claims = all.map(({ released: _, ...fields }, n) =>
      claim(fields.by, fields.target, { ...fields, seq: n + 1, link: `lnk_${n}`, made: fields.by < "dec_c" }),
    );
    const releases = all.flatMap(({ released }, n) =>
      released === undefined ? [] : [{ ...release(claims[n] as Claim, released), seq: 100 + n }],
    );
    return { claims, releases };
  });

describe("Whatever was claimed and given back,", () => {
  it("the order of arrival never matters", () => {
    fc.assert(
      fc.property(
        someClaims.chain(({ claims, releases }) =>
          fc.record({
            claims: fc.constant(claims),
            releases: fc.constant(releases),
            otherClaims: fc.shuffledSubarray(claims, { minLength: claims.length }),
            otherReleases: fc.shuffledSubarray(releases, { minLength: releases.length }),
          }),
        ),
        ({ claims, releases, otherClaims, otherReleases }) => {
          const [one, other] = [settleClaims(claims, releases), settleClaims(otherClaims, otherReleases)];
          expect(new Set(other.won)).toEqual(new Set(one.won));
          expect(new Map(other.lost)).toEqual(new Map(one.lost));
        },
      ),
    );
  });

  it("every claim is won or lost, and without releases each place has one holder and none is in a circle", () => {
    fc.assert(
      fc.property(someClaims, ({ claims }) => {
        const { won, lost } = settleClaims(claims, []);
        expect(won.size + lost.size).toBe(claims.length);
        const holders = new Map<string, Set<string>>();
        for (const { by, target } of won) holders.set(target, (holders.get(target) ?? new Set()).add(by));
        for (const by of holders.values()) expect(by.size).toBe(1);
        for (const start of DECISIONS) {
          const seen = new Set<string>();
          for (let at: string | undefined = start; at !== undefined; [at] = holders.get(at) ?? []) {
            expect(seen.has(at)).toBe(false);
            seen.add(at);
          }
        }
      }),
    );
  });

  it("a decision that was made for its places has all of them or none", () => {
    fc.assert(
      fc.property(someClaims, ({ claims, releases }) => {
        const { won } = settleClaims(claims, releases);
        for (const by of DECISIONS) {
          const made = claims.filter((one) => one.made && one.by === by);
          expect([0, made.length]).toContain(made.filter((one) => won.has(one)).length);
        }
      }),
    );
  });
});
