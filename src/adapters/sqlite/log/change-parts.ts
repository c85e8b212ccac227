import { createHash, randomBytes } from "node:crypto";
import type { AuditAction } from "../../../domain/log/audit-actions.ts";
import { canonicalJson, type Json } from "../../../domain/shared/canonical-json.ts";
import type { Row, Sql } from "../shared/connection.ts";

/** One piece of the arguments of a change. Its text can be emptied without the other parts. */
export interface Part<T extends Json = Json> {
  /** The records whose text it holds. Erasing one of them empties the part. */
  readonly about: readonly string[];
  readonly args: T;
  /** What is stored if the rest of the arguments stands in a row that never changes. */
  readonly stored?: Json | undefined;
  /** Set if it is the name of a person. */
  readonly person?: string | undefined;
}

/** Without a salt it was emptied where it comes from, or before it came here. */
export interface SealedPart extends Omit<Part, "args"> {
  readonly args: Json | undefined;
  readonly salt: Uint8Array | undefined;
  readonly digest: Uint8Array;
}

const SALT_BYTES = 16;
/** The part of a reference to a record whose text is in none of the parts. */
const NO_PART = -1;

export function sealParts(parts: readonly Part[]): SealedPart[] {
  const salts = randomBytes(SALT_BYTES * parts.length);
  return parts.map((part, n) => {
    const salt = salts.subarray(n * SALT_BYTES, (n + 1) * SALT_BYTES);
    return { ...part, salt, digest: partDigest(salt, part.args) };
  });
}

export const partDigest = (salt: Uint8Array, args: Json): Uint8Array =>
  createHash("sha256").update(salt).update(canonicalJson(args)).digest();

/** Covers the parts in their order, and stays valid when one of them is emptied. */
export function combinedDigest(parts: readonly { readonly digest: Uint8Array }[]): string {
  const hash = createHash("sha256");
  for (const { digest } of parts) hash.update(digest);
  return hash.digest("hex");
}

export function writeParts(
  sql: Sql,
  change: number,
  parts: readonly SealedPart[],
  refs: readonly string[],
): void {
  parts.forEach(({ about, args, stored, person, digest, salt }, part) => {
    sql.run(
      "INSERT INTO change_parts (change, part, person, digest, salt, args) VALUES (?, ?, ?, ?, ?, ?)",
      change,
      part,
      person ?? null,
      digest,
      salt ?? null,
      salt === undefined ? null : JSON.stringify(stored ?? args),
    );
    for (const record of about) addRef(sql, record, change, part);
  });
  const named = new Set(parts.flatMap(({ about }) => about));
  for (const record of refs) if (!named.has(record)) addRef(sql, record, change, NO_PART);
}

function addRef(sql: Sql, record: string, change: number, part: number): void {
  sql.run(
    "INSERT INTO change_refs (record, change, part) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
    record,
    change,
    part,
  );
}

/** The names of people that no entry has yet, as parts of the entry that is being written. */
export function namesToLog(sql: Sql): Part[] {
  const rows = sql.all("SELECT id, name FROM people WHERE logged = 0 ORDER BY id");
  if (rows.length > 0) sql.run("UPDATE people SET logged = 1 WHERE logged = 0");
  return rows.map((row) => {
    const person = row["id"] as string;
    return { about: [person], args: { name: row["name"] as string }, person };
  });
}

/** A part as it is read again; without a salt it was emptied. */
export interface StoredPart {
  readonly part: number;
  readonly person: string | null;
  readonly digest: Uint8Array;
  readonly salt: Uint8Array | null;
  readonly args: Json | undefined;
}

export function partsOf(sql: Sql, change: number): StoredPart[] {
  return sql
    .all("SELECT part, person, digest, salt, args FROM change_parts WHERE change = ? ORDER BY part", change)
    .map((row: Row) => ({
      part: row["part"] as number,
      person: row["person"] as string | null,
      digest: row["digest"] as Uint8Array,
      salt: row["salt"] as Uint8Array | null,
      args: row["args"] === null ? undefined : (JSON.parse(row["args"] as string) as Json),
    }));
}

/** Whether the part `p` of a change, as JSON, is about one of the records in the JSON array ?1. */
const ABOUT_THEM = `EXISTS (SELECT 1 FROM json_each(p.value, '$.about') a
  WHERE a.value IN (SELECT value FROM json_each(?1)))`;

/** Removes all text about the records from the log, and what a guess at it could be checked with. */
export function emptyParts(sql: Sql, records: readonly string[]): void {
  const ids = JSON.stringify(records);
  sql.run(
    `UPDATE change_parts SET args = NULL, salt = NULL WHERE (change, part) IN
       (SELECT change, part FROM change_refs WHERE record IN (SELECT value FROM json_each(?)))`,
    ids,
  );
  // What the team has of them, where it is not the same.
  sql.run(
    `UPDATE team_parts SET args = NULL, salt = NULL
     WHERE change IN (SELECT change FROM change_refs WHERE record IN (SELECT value FROM json_each(?1)))
       AND (change, from_part) IN
         (SELECT change, part FROM change_refs WHERE record IN (SELECT value FROM json_each(?1)))`,
    ids,
  );
  sql.run(
    "UPDATE team_parts SET args = NULL, salt = NULL WHERE person IN (SELECT value FROM json_each(?))",
    ids,
  );
  // What another machine said of them and this one keeps without applying it.
  sql.run(
    `UPDATE team_aside SET change = json_set(change, '$.parts',
       (SELECT json_group_array(json(iif(${ABOUT_THEM}, json_remove(p.value, '$.salt', '$.args'), p.value)))
        FROM json_each(team_aside.change, '$.parts') p))
     WHERE EXISTS (SELECT 1 FROM json_each(team_aside.change, '$.parts') p WHERE ${ABOUT_THEM})`,
    ids,
  );
  // Entries of version 0.1.0 have their salt in the entry itself.
  sql.run(
    "UPDATE audit SET salt = NULL WHERE chain = 1 AND subject IN (SELECT value FROM json_each(?))",
    ids,
  );
}

/** Removes all text from the changes of one kind whose subject is the record. */
export function emptyChangesOf(sql: Sql, subject: string, action: AuditAction): void {
  sql.run(
    `UPDATE change_parts SET args = NULL, salt = NULL
     WHERE person IS NULL AND change IN (SELECT seq FROM audit WHERE subject = ? AND action = ?)`,
    subject,
    action,
  );
}
