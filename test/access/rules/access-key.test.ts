import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type AccessKey,
  checkKey,
  expiryOf,
  expiryWarning,
  keyIdIn,
  keyToken,
  overlapEnd,
  sameDigest,
  tokenDigest,
} from "../../../src/access/rules/access-key.ts";
import { DAY_MS, HOUR_MS } from "../../../src/shared/time.ts";
import { screened } from "../../support/decisions.ts";

const NOW = new Date("2026-02-12T10:30:00.000Z");
const plus = (ms: number): Date => new Date(NOW.getTime() + ms);

const secret = fc.uint8Array({ minLength: 32, maxLength: 32 });
const id = fc.stringMatching(/^key_[a-z0-9]{1,40}$/);

function key(fields: Partial<AccessKey> = {}): AccessKey {
  return {
    id: "key_1",
    name: screened("laptop"),
    role: "agent",
    mayConsent: false,
    digest: tokenDigest("now"),
    createdAt: NOW,
    expiresAt: plus(30 * DAY_MS),
    ...fields,
  };
}

describe("a token", () => {
  it("contains the id of its key, and differs for every secret", () => {
    fc.assert(
      fc.property(id, secret, secret, (own, a, b) => {
        expect(keyIdIn(keyToken(own, a))).toBe(own);
        expect(keyToken(own, a)).toMatch(/^mbr_[a-z0-9]+_[\w-]{43}$/);
        expect(keyToken(own, a) === keyToken(own, b)).toBe(Buffer.from(a).equals(Buffer.from(b)));
      }),
    );
  });

  it.each([
    "",
    "mbr_",
    "mbr_1_short",
    `MBR_1_${"a".repeat(43)}`,
    `mbr_1_${"a".repeat(44)}`,
    `x mbr_1_${"a".repeat(43)}`,
  ])("cannot be %j", (text) => expect(keyIdIn(text)).toBeUndefined());

  it("is checked by its digest alone, and digests are compared in full", () => {
    expect(sameDigest(tokenDigest("a"), tokenDigest("a"))).toBe(true);
    expect(sameDigest(tokenDigest("a"), tokenDigest("b"))).toBe(false);
    expect(sameDigest(tokenDigest("a"), tokenDigest("a").slice(2))).toBe(false);
    expect(sameDigest("", tokenDigest("a"))).toBe(false);
  });
});

describe("a key is valid", () => {
  const now = tokenDigest("now");

  it("for its secret, until it expires or is revoked", () => {
    expect(checkKey(key(), now, NOW)).toBe("open");
    expect(checkKey(key(), now, plus(30 * DAY_MS - 1))).toBe("open");
    expect(checkKey(key(), now, plus(30 * DAY_MS))).toBe("expired");
    expect(checkKey(key({ revokedAt: NOW }), now, NOW)).toBe("revoked");
  });

  it("for no other secret, and the answer does not reveal whether it was revoked", () => {
    expect(checkKey(key({ revokedAt: NOW }), tokenDigest("other"), NOW)).toBe("unknown");
    expect(checkKey(undefined, now, NOW)).toBe("unknown");
    expect(checkKey(undefined, tokenDigest(""), NOW)).toBe("unknown");
    expect(checkKey(key(), tokenDigest(""), NOW)).toBe("unknown");
  });

  it("for the previous secret during the overlap only", () => {
    const rotated = key({ previous: { digest: tokenDigest("before"), until: plus(HOUR_MS) } });
    expect(checkKey(rotated, tokenDigest("before"), plus(HOUR_MS - 1))).toBe("open");
    expect(checkKey(rotated, tokenDigest("before"), plus(HOUR_MS))).toBe("unknown");
    expect(checkKey(rotated, now, plus(HOUR_MS))).toBe("open");
  });
});

describe("the expiry of a key", () => {
  it.each([
    [undefined, 30 * DAY_MS],
    ["12h", 12 * HOUR_MS],
    ["90d", 90 * DAY_MS],
    ["366d", 366 * DAY_MS],
    ["2026-02-13", new Date("2026-02-13").getTime() - NOW.getTime()],
  ])("%s", (asked, ms) => expect(expiryOf(asked, NOW)).toEqual(plus(ms)));

  it.each(["0d", "367d", "2020-01-01", "2030-01-01", "soon", "-1d", "1", "", "12"])(
    "cannot be %j",
    (asked) => {
      expect(() => expiryOf(asked, NOW)).toThrow(
        expect.objectContaining({
          code: "invalid",
          reason: "invalid_expiry",
          hint: expect.stringContaining("30d"),
        }) as Error,
      );
    },
  );

  it("is announced a week before, with the remedy", () => {
    const told = (when: string) => ({
      text: expect.stringContaining(when) as string,
      remedies: [{ remedy: "rotate-key", id: "key_1" }],
    });
    expect(expiryWarning(key(), plus(23 * DAY_MS - 1))).toBeUndefined();
    expect(expiryWarning(key(), plus(23 * DAY_MS))).toEqual(told("in 7 days"));
    expect(expiryWarning(key(), plus(29 * DAY_MS))).toEqual(told("in 1 day "));
    expect(expiryWarning(key(), plus(29 * DAY_MS + 1))).toEqual(told("in less than a day"));
    expect(expiryWarning(key(), plus(30 * DAY_MS))).toBeUndefined();
  });

  it("allows an overlap of at most a week, and none by default", () => {
    expect(overlapEnd(undefined, NOW)).toBeUndefined();
    expect(overlapEnd("0h", NOW)).toBeUndefined();
    expect(overlapEnd("1h", NOW)).toEqual(plus(HOUR_MS));
    expect(overlapEnd("7d", NOW)).toEqual(plus(7 * DAY_MS));
    expect(() => overlapEnd("8d", NOW)).toThrow(
      expect.objectContaining({ reason: "invalid_overlap" }) as Error,
    );
  });
});
