import { createHash, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import type { Role } from "../shared/actor.ts";
import { Fault } from "../shared/errors.ts";
import { ID_PREFIX } from "../shared/ids.ts";
import type { Notice } from "../shared/remedy.ts";
import { boundedText, type Screened } from "../shared/text.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../shared/time.ts";

/** What lets a program in over HTTP. Its secret is shown once and kept as a digest only. */
export interface AccessKey {
  readonly id: string;
  readonly name: Screened;
  readonly role: Role;
  /** The only project it opens; undefined where the caller names one. */
  readonly project?: string | undefined;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt?: Date | undefined;
  /** To the minute, so that reading the memory does not write to it all the time. */
  readonly lastUsedAt?: Date | undefined;
  readonly digest: string;
  /** The secret before the last rotation, while it still opens. */
  readonly previous?: { readonly digest: string; readonly until: Date } | undefined;
}

export const SECRET_BYTES = 32;
const DEFAULT_LIFETIME_MS = 30 * DAY_MS;
const LONGEST_LIFETIME_MS = 366 * DAY_MS;
const LONGEST_OVERLAP_MS = 7 * DAY_MS;
const WARNED_MS = 7 * DAY_MS;
/** How exactly the last use is kept. */
export const LAST_USE_GRAIN_MS = MINUTE_MS;

const PREFIX = "mbr";
const TOKEN = new RegExp(`^${PREFIX}_([a-z0-9]{1,40})_[A-Za-z0-9_-]{43}$`);
const DURATION = /^(\d{1,5})([hd])$/;

export const KeyName = boundedText(1, 100).describe("What it is for, such as the machine or the agent");
export const KeyId = z.string().regex(/^key_[a-z0-9]+$/);

/** The whole key as it is shown: recognisable, and naming the record that its digest is looked up by. */
export function keyToken(id: string, secret: Uint8Array): string {
  const own = id.slice(ID_PREFIX.key.length + 1);
  return `${PREFIX}_${own}_${Buffer.from(secret).toString("base64url")}`;
}

/** The id inside a token, or undefined where it cannot be one of ours. */
export function keyIdIn(token: string): string | undefined {
  const own = TOKEN.exec(token)?.[1];
  return own === undefined ? undefined : `${ID_PREFIX.key}_${own}`;
}

/**
 * Fast on purpose: the secret is 256 random bits, so there is nothing to guess that a slow hash would protect, and every
 * request pays for it.
 */
export function tokenDigest(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** In the same time wherever they differ. */
export function sameDigest(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a, "hex"), Buffer.from(b, "hex")];
  return left.length === right.length && timingSafeEqual(left, right);
}

export type KeyStanding = "active" | "revoked" | "expired";

export function keyStanding({ revokedAt, expiresAt }: AccessKey, now: Date): KeyStanding {
  if (revokedAt) return "revoked";
  return now >= expiresAt ? "expired" : "active";
}

export type KeyVerdict = "open" | "unknown" | "revoked" | "expired";

/** Compared against when there is no such key, so that the answer takes as long. */
const NOBODY = tokenDigest("");

/** Whether a digest opens a key at this moment. An unknown key costs the same work as a known one. */
export function judgeKey(key: AccessKey | undefined, digest: string, now: Date): KeyVerdict {
  const current = sameDigest(key?.digest ?? NOBODY, digest);
  const earlier = sameDigest(key?.previous?.digest ?? NOBODY, digest);
  const matches = current || (earlier && key?.previous !== undefined && now < key.previous.until);
  if (!key || !matches) return "unknown";
  const standing = keyStanding(key, now);
  return standing === "active" ? "open" : standing;
}

/** Said from a week before the end on. */
export function expiryWarning(
  { id, expiresAt }: Pick<AccessKey, "id" | "expiresAt">,
  now: Date,
): Notice | undefined {
  const left = expiresAt.getTime() - now.getTime();
  if (left > WARNED_MS || left <= 0) return undefined;
  const days = Math.floor(left / DAY_MS);
  const when = days > 0 ? `in ${days} ${days === 1 ? "day" : "days"}` : `in less than a day`;
  return {
    text: `The key ${id} expires ${when} (${expiresAt.toISOString()}).`,
    remedies: [{ remedy: "rotate-key", id }],
  };
}

/** `30d`, `12h`, or a date. Thirty days unless told otherwise. */
export function expiryOf(asked: string | undefined, now: Date): Date {
  const at = asked === undefined ? new Date(now.getTime() + DEFAULT_LIFETIME_MS) : timeOf(asked, now);
  const ahead = at.getTime() - now.getTime();
  if (ahead > 0 && ahead <= LONGEST_LIFETIME_MS) return at;
  throw new Fault("invalid", `A key cannot expire at ${JSON.stringify(asked)}.`, {
    field: "expires",
    received: asked,
    reason: "invalid_expiry",
    hint: "Give a duration such as 30d or 12h, or a date such as 2027-01-31: in the future, and at most 366 days away.",
  });
}

/** How long the old secret goes on to open; not at all unless told otherwise. */
export function overlapEnd(asked: string | undefined, now: Date): Date | undefined {
  if (asked === undefined) return undefined;
  const ms = durationOf(asked);
  if (ms !== undefined && ms <= LONGEST_OVERLAP_MS) return ms > 0 ? new Date(now.getTime() + ms) : undefined;
  throw new Fault("invalid", `The overlap cannot be ${JSON.stringify(asked)}.`, {
    field: "overlap",
    received: asked,
    reason: "invalid_overlap",
    hint: "Give a duration such as 1h or 1d, at most 7d. Without one the old secret ends at once.",
  });
}

function timeOf(asked: string, now: Date): Date {
  const ms = durationOf(asked);
  return ms !== undefined
    ? new Date(now.getTime() + ms)
    : new Date(/^\d{4}-\d\d-\d\d/.test(asked) ? asked : Number.NaN);
}

function durationOf(text: string): number | undefined {
  const [, count, unit] = DURATION.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * (unit === "h" ? HOUR_MS : DAY_MS);
}

export function keyNotFound(id: string): Fault {
  return new Fault("not_found", `There is no key ${JSON.stringify(id)}.`, {
    field: "id",
    received: id,
    reason: "key_not_found",
    remedies: [{ remedy: "list-keys" }],
  });
}
