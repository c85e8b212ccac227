import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type AccessKey,
  expiryOf,
  expiryWarning,
  judgeKey,
  keyIdIn,
  keyToken,
  overlapEnd,
  sameDigest,
  tokenDigest,
} from "../../../src/domain/access/access-key.ts";
import { DAY_MS, HOUR_MS } from "../../../src/domain/shared/time.ts";
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
    digest: tokenDigest("now"),
    createdAt: NOW,
    expiresAt: plus(30 * DAY_MS),
    ...fields,
  };
}

describe("a token", () => {
  it("names its key, and no two secrets make the same one", () => {
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
  ])("%j is none", (text) => expect(keyIdIn(text)).toBeUndefined());

  it("opens by its digest alone, and digests are compared whole", () => {
    expect(sameDigest(tokenDigest("a"), tokenDigest("a"))).toBe(true);
    expect(sameDigest(tokenDigest("a"), tokenDigest("b"))).toBe(false);
    expect(sameDigest(tokenDigest("a"), tokenDigest("a").slice(2))).toBe(false);
    expect(sameDigest("", tokenDigest("a"))).toBe(false);
  });
});

describe("a key opens", () => {
  const now = tokenDigest("now");

  it("to its secret, until it expires, and never once it is revoked", () => {
    expect(judgeKey(key(), now, NOW)).toBe("open");
    expect(judgeKey(key(), now, plus(30 * DAY_MS - 1))).toBe("open");
    expect(judgeKey(key(), now, plus(30 * DAY_MS))).toBe("expired");
    expect(judgeKey(key({ revokedAt: NOW }), now, NOW)).toBe("revoked");
  });

  it("to nobody else, who does not learn whether it was revoked", () => {
    expect(judgeKey(key({ revokedAt: NOW }), tokenDigest("other"), NOW)).toBe("unknown");
    expect(judgeKey(undefined, now, NOW)).toBe("unknown");
    expect(judgeKey(undefined, tokenDigest(""), NOW)).toBe("unknown");
    expect(judgeKey(key(), tokenDigest(""), NOW)).toBe("unknown");
  });

  it("to the secret before for the overlap only", () => {
    const rotated = key({ previous: { digest: tokenDigest("before"), until: plus(HOUR_MS) } });
    expect(judgeKey(rotated, tokenDigest("before"), plus(HOUR_MS - 1))).toBe("open");
    expect(judgeKey(rotated, tokenDigest("before"), plus(HOUR_MS))).toBe("unknown");
    expect(judgeKey(rotated, now, plus(HOUR_MS))).toBe("open");
  });
});

describe("its end", () => {
  it.each([
    [undefined, 30 * DAY_MS],
    ["12h", 12 * HOUR_MS],
    ["90d", 90 * DAY_MS],
    ["2026-02-13", new Date("2026-02-13").getTime() - NOW.getTime()],
  ])("%s", (asked, ms) => expect(expiryOf(asked, NOW)).toEqual(plus(ms)));

  it.each(["0d", "367d", "2020-01-01", "2030-01-01", "soon", "-1d", "1", "", "12"])("is not %j", (asked) => {
    expect(() => expiryOf(asked, NOW)).toThrow(
      expect.objectContaining({
        code: "invalid",
        reason: "invalid_expiry",
        hint: expect.stringContaining("30d"),
      }) as Error,
    );
  });

  it("is told a week before, with what puts it off", () => {
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

  it("an overlap is at most a week, and none unless asked for", () => {
    expect(overlapEnd(undefined, NOW)).toBeUndefined();
    expect(overlapEnd("0h", NOW)).toBeUndefined();
    expect(overlapEnd("1h", NOW)).toEqual(plus(HOUR_MS));
    expect(() => overlapEnd("8d", NOW)).toThrow(
      expect.objectContaining({ reason: "invalid_overlap" }) as Error,
    );
  });
});
