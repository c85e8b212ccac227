import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AccessKey, tokenDigest } from "../../../src/access/rules/access-key.ts";
import {
  isSameToken,
  PAGE_TOKEN_BYTES,
  pageActor,
  pageToken,
  readPageToken,
  refusedTicket,
  SESSION_LIFETIME_MS,
  servesPage,
  sessionStanding,
  TICKET_LIFETIME_MS,
} from "../../../src/access/rules/page-session.ts";
import { DAY_MS } from "../../../src/shared/time.ts";
import { screened } from "../../support/decisions.ts";

const NOW = new Date("2026-02-12T10:30:00.000Z");
const plus = (ms: number): Date => new Date(NOW.getTime() + ms);

const key = (fields: Partial<AccessKey> = {}): AccessKey => ({
  id: "key_1",
  name: screened("Ann (page)"),
  role: "admin",
  mayConsent: false,
  digest: tokenDigest("now"),
  createdAt: NOW,
  expiresAt: plus(30 * DAY_MS),
  ...fields,
});

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

describe("a token of the page", () => {
  it("is read as it was made, and is the same as itself alone", () => {
    fc.assert(
      fc.property(
        bytes(PAGE_TOKEN_BYTES.id),
        bytes(PAGE_TOKEN_BYTES.secret),
        bytes(PAGE_TOKEN_BYTES.secret),
        (id, a, b) => {
          const made = pageToken(id, a);
          expect(readPageToken(made.text)).toEqual(made);
          expect(isSameToken(made.digest, made)).toBe(true);
          expect(isSameToken(pageToken(id, b).digest, made)).toBe(Buffer.from(a).equals(Buffer.from(b)));
        },
      ),
    );
  });

  const [id, secret] = ["a".repeat(12), "b".repeat(43)];

  it.each([
    "",
    `${id}${secret}`,
    `${id}a.${secret}`,
    `${id.slice(1)}.${secret}`,
    `${id}.${secret}b`,
    `${id}.${secret.slice(1)}`,
    ` ${id}.${secret}`,
    `${id}.${secret}\n`,
    `${id}.${secret.slice(1)}=`,
  ])("cannot be %j", (text) => expect(readPageToken(text)).toBeUndefined());

  it("is the same as nothing where none is stored, not even the empty one", () => {
    const none = { id: "", text: "", digest: tokenDigest("") };
    expect(isSameToken(undefined, none)).toBe(false);
    expect(isSameToken(tokenDigest(""), none)).toBe(true);
  });
});

describe("a session of the page", () => {
  const session = { expiresAt: plus(1000) };

  it("is open until it expires", () => {
    expect(sessionStanding(session, key(), plus(999))).toBe("open");
    expect(sessionStanding(session, key(), plus(1000))).toBe("expired");
  });

  it.each([
    ["gone", undefined],
    ["revoked", key({ revokedAt: NOW })],
    ["expired", key({ expiresAt: NOW })],
  ])("ends with its key: %s", (_, ended) => expect(sessionStanding(session, ended, NOW)).toBe("key_ended"));

  it("acts as the person, with the role of the key", () => {
    expect(pageActor(screened("Ann"), key({ role: "viewer" }), screened("page"))).toEqual({
      author: { kind: "human", name: "Ann" },
      role: "viewer",
      client: "page",
      key: "key_1",
    });
  });
});

describe("the page uses a key again", () => {
  const wanted = { name: "Ann (page)", role: "admin", project: undefined } as const;
  const longest = TICKET_LIFETIME_MS + SESSION_LIFETIME_MS;

  it("that is the same and outlives every session that begins with the ticket", () => {
    expect(servesPage(key(), wanted, NOW)).toBe(true);
    expect(servesPage(key({ expiresAt: plus(longest + 1) }), wanted, NOW)).toBe(true);
    expect(servesPage(key({ expiresAt: plus(longest) }), wanted, NOW)).toBe(false);
  });

  it.each([
    ["of somebody else", { name: screened("Ben (page)") }],
    ["with another role", { role: "viewer" as const }],
    ["for another project", { project: "shop" }],
    ["that was revoked", { revokedAt: NOW }],
  ])("but not one %s", (_, fields) => expect(servesPage(key(fields), wanted, NOW)).toBe(false));

  it("of which the lifetimes are two minutes and twelve hours", () => {
    expect([TICKET_LIFETIME_MS, SESSION_LIFETIME_MS]).toEqual([120_000, 43_200_000]);
  });
});

it.each(["unknown", "expired", "used", "key_ended"] as const)(
  "a ticket is refused by a reason: %s",
  (because) => {
    expect(refusedTicket(because)).toMatchObject({
      code: "forbidden",
      reason: `${because}_ticket`,
      hint: expect.stringContaining("another link"),
    });
  },
);
