import type { IssuedKey } from "../app/access/create-key.ts";
import { type AccessKey, expiryWarning, keyStanding } from "../domain/access/access-key.ts";
import { noticeText } from "../tools/wording.ts";
import { PLAIN_WORDING } from "./wording.ts";

/** A key without its secret. */
export function keyFields(key: AccessKey, now: Date) {
  const warning = key.revokedAt ? undefined : expiryWarning(key, now);
  return {
    id: key.id,
    name: key.name,
    role: key.role,
    project: key.project ?? null,
    may_consent: key.mayConsent,
    standing: keyStanding(key, now),
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    warning: warning === undefined ? null : noticeText(warning, PLAIN_WORDING),
  };
}

/** A new key with its secret, which is shown only once. */
export function issuedFields({ key, token }: IssuedKey) {
  return {
    id: key.id,
    key: token,
    name: key.name,
    role: key.role,
    ...(key.project && { project: key.project }),
    ...(key.mayConsent && { may_consent: true }),
    expires_at: key.expiresAt.toISOString(),
  };
}

export function issuedText({ key, token }: IssuedKey, bold: (text: string) => string): string {
  const where = key.project ? ` in ${key.project}` : "";
  const consent = key.mayConsent ? ", may report the consent of a person" : "";
  return [
    bold(token),
    `${key.id} (${key.name}) has the role ${key.role}${where}${consent} and expires on ${key.expiresAt.toISOString().slice(0, 10)}.`,
    "It is shown only once. Send it in the header Authorization: Bearer KEY.",
  ].join("\n");
}
