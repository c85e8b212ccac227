import { createHash, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import type { Role } from "../../shared/actor.ts";
import { Fault, type Notice } from "../../shared/errors.ts";
import { ID_PREFIX, KEY_ID } from "../../shared/ids.ts";
import { boundedText, type Screened } from "../../shared/text.ts";
import { DAY_MS, durationOf, MINUTE_MS, timeOf } from "../../shared/time.ts";

/** Gives a program access over HTTP. Its secret is shown once and stored only as a digest. */
export interface AccessKey {
  readonly id: string;
  readonly name: Screened;
  readonly role: Role;
  /** The only project it gives access to; undefined if the caller names the project. */
  readonly project?: string | undefined;
  /** Whether its client may report that a person agreed. Without it nobody is asked through this key. */
  readonly mayConsent: boolean;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt?: Date | undefined;
  /** Precise to the minute, so that not every read has to write. */
  readonly lastUsedAt?: Date | undefined;
  readonly digest: string;
  /** The secret before the last rotation, while it is still valid. */
  readonly previous?: { readonly digest: string; readonly until: Date } | undefined;
}

export const SECRET_BYTES = 32;
const DEFAULT_LIFETIME_MS = 30 * DAY_MS;
const LONGEST_LIFETIME_MS = 366 * DAY_MS;
const LONGEST_OVERLAP_MS = 7 * DAY_MS;
const WARN_BEFORE_MS = 7 * DAY_MS;
export const LAST_USE_PRECISION_MS = MINUTE_MS;

const PREFIX = "mbr";
const TOKEN = new RegExp(`^${PREFIX}_([a-z0-9]{1,40})_[A-Za-z0-9_-]{43}$`);

export const KeyName = boundedText(1, 100).describe(
  "Whose it is: shown as the person behind what is written with it",
);
export const KeyId = z.string().regex(KEY_ID, "must be the id of a key, which begins with key_");

/** The text that a client sends. It has a recognisable prefix and the id, by which the stored digest is found. */
export function keyToken(id: string, secret: Uint8Array): string {
  const suffix = id.slice(ID_PREFIX.key.length + 1);
  return `${PREFIX}_${suffix}_${Buffer.from(secret).toString("base64url")}`;
}

/** The key id inside a token; undefined if the token is not one of ours. */
export function keyIdIn(token: string): string | undefined {
  const suffix = TOKEN.exec(token)?.[1];
  return suffix === undefined ? undefined : `${ID_PREFIX.key}_${suffix}`;
}

/**
 * A fast hash on purpose: every request computes it, and 256 random bits cannot be guessed, so a slow hash would
 * protect nothing.
 */
export function tokenDigest(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** Takes the same time wherever the digests differ. */
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

/** Compared against when the key does not exist, so that the check takes the same time. */
const EMPTY_DIGEST = tokenDigest("");

/** Whether the token with this digest is valid now. An unknown key takes the same time as a known one. */
export function checkKey(key: AccessKey | undefined, digest: string, now: Date): KeyVerdict {
  const current = sameDigest(key?.digest ?? EMPTY_DIGEST, digest);
  const earlier = sameDigest(key?.previous?.digest ?? EMPTY_DIGEST, digest);
  const matches = current || (earlier && key?.previous !== undefined && now < key.previous.until);
  if (!key || !matches) return "unknown";
  const standing = keyStanding(key, now);
  return standing === "active" ? "open" : standing;
}

/** Set in the last week before the key expires. */
export function expiryWarning(
  { id, expiresAt }: Pick<AccessKey, "id" | "expiresAt">,
  now: Date,
): Notice | undefined {
  const left = expiresAt.getTime() - now.getTime();
  if (left > WARN_BEFORE_MS || left <= 0) return undefined;
  const days = Math.floor(left / DAY_MS);
  const when = days > 0 ? `in ${days} ${days === 1 ? "day" : "days"}` : `in less than a day`;
  return {
    text: `The key ${id} expires ${when} (${expiresAt.toISOString()}).`,
    remedies: [{ remedy: "rotate-key", id }],
  };
}

/** `30d`, `12h`, or a date; 30 days by default. */
export function expiryOf(requested: string | undefined, now: Date): Date {
  const at =
    requested === undefined ? new Date(now.getTime() + DEFAULT_LIFETIME_MS) : timeOf(requested, "after", now);
  const ahead = (at?.getTime() ?? 0) - now.getTime();
  if (at && ahead > 0 && ahead <= LONGEST_LIFETIME_MS) return at;
  throw new Fault("invalid", `A key cannot expire at ${JSON.stringify(requested)}.`, {
    field: "expires",
    received: requested,
    reason: "invalid_expiry",
    hint: "Give a duration such as 30d or 12h, or a date such as 2027-01-31: in the future, and at most 366 days away.",
  });
}

/** Until when the old secret stays valid; by default it ends at once. */
export function overlapEnd(requested: string | undefined, now: Date): Date | undefined {
  if (requested === undefined) return undefined;
  const ms = durationOf(requested);
  if (ms !== undefined && ms <= LONGEST_OVERLAP_MS) return ms > 0 ? new Date(now.getTime() + ms) : undefined;
  throw new Fault("invalid", `The overlap cannot be ${JSON.stringify(requested)}.`, {
    field: "overlap",
    received: requested,
    reason: "invalid_overlap",
    hint: "Give a duration such as 1h or 1d, at most 7d. Without one the old secret ends at once.",
  });
}

export function keyNotFound(id: string): Fault {
  return new Fault("not_found", `There is no key ${JSON.stringify(id)}.`, {
    field: "id",
    received: id,
    reason: "key_not_found",
    remedies: [{ remedy: "list-keys" }],
  });
}
