import type { IssuedKey } from "../../app/access/create-key.ts";
import {
  type AccessKey,
  expiryWarning,
  type KeyStanding,
  keyStanding,
} from "../../domain/access/access-key.ts";
import type { Actor, Role } from "../../domain/shared/actor.ts";

/** A key without its secret, of which the memory has a digest only. */
export interface KeyResult {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** The only project that it opens. Null: the caller names one. */
  readonly project: string | null;
  readonly may_consent: boolean;
  readonly standing: KeyStanding;
  readonly created_at: string;
  readonly expires_at: string;
  readonly expires_soon: boolean;
  readonly last_used_at: string | null;
  /** Until when the secret before the last rotation works. */
  readonly previous_until: string | null;
  /** Whether this page was opened with it. */
  readonly is_own: boolean;
}

export const keyResult = (key: AccessKey, now: Date, { key: own }: Pick<Actor, "key">): KeyResult => ({
  id: key.id,
  name: key.name,
  role: key.role,
  project: key.project ?? null,
  may_consent: key.mayConsent,
  standing: keyStanding(key, now),
  created_at: key.createdAt.toISOString(),
  expires_at: key.expiresAt.toISOString(),
  expires_soon: !key.revokedAt && expiryWarning(key, now) !== undefined,
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  previous_until: key.previous && key.previous.until > now ? key.previous.until.toISOString() : null,
  is_own: own === key.id,
});

/** A key with its secret, which is answered once and can be read nowhere later. */
export interface IssuedKeyResult {
  readonly key: KeyResult;
  readonly secret: string;
}

export const issuedResult = (
  { key, token }: IssuedKey,
  now: Date,
  actor: Pick<Actor, "key">,
): IssuedKeyResult => ({
  key: keyResult(key, now, actor),
  secret: token,
});
