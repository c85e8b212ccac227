import type { Act, Role } from "../../shared/actor.ts";
import { Fault } from "../../shared/errors.ts";
import { ALL_PROJECTS } from "../../shared/scope.ts";
import type { Screened } from "../../shared/text.ts";
import type { Connection, Row, Sql } from "../../store/file/connection.ts";
import { logWrite } from "../../store/log/change.ts";
import { type AccessKey, keyNotFound } from "../rules/access-key.ts";

export function addKey(memory: Connection, key: AccessKey, act: Act): Promise<void> {
  return memory.write((sql) => addKeyIn(sql, key, act));
}

export function findKey(memory: Connection, id: string): Promise<AccessKey | undefined> {
  return memory.read((sql) => selectKey(sql, id));
}

/** Newest first, including revoked and expired keys. */
export function readKeys(memory: Connection): Promise<readonly AccessKey[]> {
  return memory.read(allKeys);
}

/** Replaces the secret. @throws Fault `not_found`, or `conflict` if the key is revoked. */
export function storeRotation(
  memory: Connection,
  id: string,
  {
    digest,
    expiresAt,
    previousUntil,
  }: Pick<AccessKey, "digest" | "expiresAt"> & { readonly previousUntil?: Date | undefined },
  act: Act,
): Promise<AccessKey> {
  return memory.write((sql) => {
    const key = requireKey(sql, id);
    if (key.revokedAt) throw alreadyRevoked(id);
    const rotated: AccessKey = {
      ...key,
      digest,
      expiresAt,
      previous: previousUntil && { digest: key.digest, until: previousUntil },
    };
    sql.run(
      "UPDATE access_keys SET digest = ?, expires_at = ?, previous_digest = ?, previous_until = ? WHERE id = ?",
      digest,
      expiresAt.getTime(),
      rotated.previous?.digest ?? null,
      rotated.previous?.until.getTime() ?? null,
      id,
    );
    logWrite(sql, act, "key.rotated", subjectOf(rotated), loggedFacts(rotated));
    return rotated;
  });
}

/** Cannot be undone. A revoked key stays unchanged. @throws Fault `not_found`. */
export function storeRevocation(memory: Connection, id: string, act: Act): Promise<AccessKey> {
  return memory.write((sql) => {
    const key = requireKey(sql, id);
    if (key.revokedAt) return key;
    const revokedKey: AccessKey = { ...key, revokedAt: act.at, previous: undefined };
    sql.run(
      "UPDATE access_keys SET revoked_at = ?, previous_digest = NULL, previous_until = NULL WHERE id = ?",
      act.at.getTime(),
      id,
    );
    logWrite(sql, act, "key.revoked", subjectOf(revokedKey), loggedFacts(revokedKey));
    return revokedKey;
  });
}

/** Records the last use. It writes no audit row, because nobody decided it. */
export function touchKey(memory: Connection, id: string, at: Date): Promise<void> {
  return memory.write((sql) =>
    sql.run(
      "UPDATE access_keys SET last_used_at = ?1 WHERE id = ?2 AND (last_used_at IS NULL OR last_used_at < ?1)",
      at.getTime(),
      id,
    ),
  );
}

export function addKeyIn(sql: Sql, key: AccessKey, act: Act): void {
  sql.run(
    `INSERT INTO access_keys (id, name, role, project, may_consent, digest, created_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    key.id,
    key.name,
    key.role,
    key.project ?? null,
    Number(key.mayConsent),
    key.digest,
    key.createdAt.getTime(),
    key.expiresAt.getTime(),
  );
  logWrite(sql, act, "key.created", subjectOf(key), loggedFacts(key));
}

export const allKeys = (sql: Sql): readonly AccessKey[] =>
  sql.all<KeyRow>("SELECT * FROM access_keys ORDER BY created_at DESC, id DESC").map(keyOf);

export const subjectOf = ({ id, project }: AccessKey) =>
  ({ kind: "key", id, project: project ?? ALL_PROJECTS }) as const;

/** The log has neither the digest nor the name, which may be that of a person. */
const loggedFacts = ({ role, project, mayConsent, expiresAt }: AccessKey) => ({
  role,
  project: project ?? null,
  may_consent: mayConsent,
  expires_at: expiresAt.getTime(),
});

export function selectKey(sql: Sql, id: string): AccessKey | undefined {
  const row = sql.get<KeyRow>("SELECT * FROM access_keys WHERE id = ?", id);
  return row && keyOf(row);
}

export function requireKey(sql: Sql, id: string): AccessKey {
  const key = selectKey(sql, id);
  if (!key) throw keyNotFound(id);
  return key;
}

function alreadyRevoked(id: string): Fault {
  return new Fault("conflict", `The key ${id} is revoked, and stays so.`, {
    reason: "key_revoked",
    remedies: [{ remedy: "create-key" }],
  });
}

const dateOf = (value: Row[string] | undefined): Date | undefined =>
  value === null || value === undefined ? undefined : new Date(value as number);

type KeyRow = {
  previous_until: number | null;
  id: string;
  name: Screened;
  role: Role;
  project: string | null;
  may_consent: number;
  digest: string;
  previous_digest: string;
  created_at: number;
  expires_at: number;
  revoked_at: number | null;
  last_used_at: number | null;
};

function keyOf(row: KeyRow): AccessKey {
  const until = dateOf(row.previous_until);
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    project: row.project ?? undefined,
    mayConsent: row.may_consent === 1,
    digest: row.digest,
    previous: until && { digest: row.previous_digest, until },
    createdAt: new Date(row.created_at),
    expiresAt: new Date(row.expires_at),
    revokedAt: dateOf(row.revoked_at),
    lastUsedAt: dateOf(row.last_used_at),
  };
}
