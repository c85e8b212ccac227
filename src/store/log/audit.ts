import { createHash } from "node:crypto";
import type { AuthorKind } from "../../shared/actor.ts";
import type { RecordKind } from "../../shared/ids.ts";
import type { Sql } from "../file/connection.ts";
import type { AuditAction } from "./audit-actions.ts";
import { type AuthorRow, authorOf, personName } from "./people.ts";

/** Who did what to which records, when, and through which program. */
export interface AuditEntry {
  /** Counts from 1 without gaps. Also the position in the change feed. */
  readonly seq: number;
  readonly at: Date;
  readonly action: AuditAction;
  readonly kind: RecordKind;
  readonly subject: string;
  /** The other records that it touches. */
  readonly refs: readonly string[];
  readonly project: string;
  readonly authorKind: AuthorKind;
  /** The name of a person, or of the program of an agent or script. */
  readonly author: string;
  /** The person on whose behalf an agent or script acted. */
  readonly person?: string | undefined;
  readonly client: string;
  /** The id of the access key of a call over HTTP. */
  readonly key?: string | undefined;
  /** The machine it was written on; undefined in entries of version 0.1.0. */
  readonly machine?: string | undefined;
  /** Covers what was written. Erasure removes the salts, so that a text cannot be guessed from a digest. */
  readonly digest: string;
}

/** An entry as it is stored and hashed: people and machines are ids, their names are stored elsewhere. */
export interface ChainedEntry {
  /** The format of the hash. Entries of version 0.1.0 have format 1. */
  readonly chain: number;
  readonly seq: number;
  readonly at: number;
  readonly action: string;
  readonly kind: string;
  readonly subject: string;
  /** A JSON array; null if there are none. */
  readonly refs: string | null;
  readonly project: string;
  readonly origin: string;
  /** The number of the entry in its origin. */
  readonly originSeq: number;
  readonly authorKind: string;
  readonly author: string;
  readonly person: string | null;
  readonly client: string;
  readonly key: string | null;
  /** The version of the arguments. */
  readonly version: number;
  readonly digest: string;
}

export const AUDIT_GENESIS = "0".repeat(64);

/** The format of the hash of new entries. */
export const CHAIN_FORMAT = 2;

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Salted, so that without the salt nobody can check a guess at an erased text. */
export function digestOf(salt: string, content: string): string {
  return sha256(`${salt}:${content}`);
}

/** The values that the hash of each format covers. A format is never changed; entries keep the one they were written in. */
const COVERED: Readonly<Record<number, (entry: ChainedEntry) => readonly unknown[]>> = {
  1: (e) => [e.seq, e.at, e.action, e.kind, e.subject, e.project, e.authorKind, e.author, e.client, e.digest],
  2: (e) => [
    e.chain,
    e.seq,
    e.at,
    e.action,
    e.kind,
    e.subject,
    e.refs,
    e.project,
    e.origin,
    e.originSeq,
    e.authorKind,
    e.author,
    e.person,
    e.client,
    e.key,
    e.version,
    e.digest,
  ],
};

/**
 * Includes the hash of the entry before, so that a changed, missing or swapped entry is detected. Undefined for a format
 * that only a newer Membria knows.
 */
export function chainHash(previous: string, entry: ChainedEntry): string | undefined {
  const values = COVERED[entry.chain]?.(entry);
  return values && sha256(JSON.stringify([previous, ...values]));
}

/** The result of verifying the whole log. */
export interface AuditVerdict {
  readonly entries: number;
  readonly head: string;
  /** The first inconsistency, in a sentence; undefined if there is none. */
  readonly problem?: string | undefined;
}

/** The columns that `entryOf` reads from `audit a`. */
export const ENTRY_COLUMNS = `a.seq, a.at, a.action, a.kind, a.subject, a.refs, a.project, a.author_kind, a.author,
  a.person, ${personName("a")}, a.client, a.access_key, a.digest, a.chain,
  (SELECT machine FROM origins WHERE n = a.origin) AS machine`;

export function entriesAfter(sql: Sql, position: number, limit: number): AuditEntry[] {
  return sql
    .all<EntryRow>(
      `SELECT ${ENTRY_COLUMNS} FROM audit a WHERE a.seq > ? ORDER BY a.seq LIMIT ?`,
      position,
      limit,
    )
    .map(entryOf);
}

export function headPosition(sql: Sql): number {
  return sql.one<{ seq: number }>("SELECT seq FROM audit_head").seq;
}

export type EntryRow = AuthorRow & {
  chain: number;
  seq: number;
  at: number;
  action: AuditAction;
  kind: RecordKind;
  subject: string;
  refs: string | null;
  project: string;
  client: string;
  access_key: string | null;
  machine: string | null;
  digest: string;
};

export function entryOf(row: EntryRow): AuditEntry {
  // Entries of version 0.1.0 have the name of a person in the entry itself.
  const author = row.chain === 1 ? { name: row.author } : authorOf(row);
  return {
    seq: row.seq,
    at: new Date(row.at),
    action: row.action,
    kind: row.kind,
    subject: row.subject,
    refs: row.refs === null ? [] : (JSON.parse(row.refs) as string[]),
    project: row.project,
    authorKind: row.author_kind,
    author: author.name,
    ...("person" in author && { person: author.person }),
    client: row.client,
    ...(row.access_key !== null && { key: row.access_key }),
    ...(row.machine !== null && { machine: row.machine }),
    digest: row.digest,
  };
}
