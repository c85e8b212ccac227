import { createHash, randomBytes } from "node:crypto";
import { hostname } from "node:os";
import type { Act } from "../../shared/actor.ts";
import { canonicalJson, type Json } from "../../shared/canonical-json.ts";
import { ID_PREFIX, type RecordKind } from "../../shared/ids.ts";
import type { Sql } from "../file/connection.ts";
import { FILE_FORMAT } from "../file/database-file.ts";
import type { SqlValue } from "../file/driver.ts";
import { CHAIN_FORMAT, type ChainedEntry, chainHash } from "./audit.ts";
import type { ACTION_EFFECTS, AuditAction, WrittenAction } from "./audit-actions.ts";
import { type StoredAuthor, storeAuthor } from "./people.ts";

interface Subject {
  readonly kind: RecordKind;
  readonly id: string;
  readonly project: string;
}

/** What making a change needs to know besides its arguments. */
export interface ChangeFacts {
  readonly subject: string;
  readonly project: string;
  readonly at: Date;
}

/**
 * A kind of write. `apply` is the only code that makes it, both when it is first made and when it is made again from the
 * log, so that the arguments are always enough. It gets one value per part; undefined for a part whose text was erased.
 */
export interface ChangeType<A extends WrittenAction = WrittenAction, T extends Json = Json> {
  readonly action: A;
  /** The version of the arguments that are written. `apply` understands all earlier ones. */
  readonly version: number;
  apply(sql: Sql, args: readonly (T | undefined)[], facts: ChangeFacts): void;
  /**
   * For arguments that point at a row which never changes: the whole arguments. Undefined if the row is gone.
   */
  whole?(sql: Sql, stored: Json): T | undefined;
}

/**
 * The whole arguments of a part. What came from another machine is stored as it came, and points at nothing. Undefined if
 * the row is gone.
 */
export function wholeArgs(types: ChangeTypes, action: AuditAction, sql: Sql, stored: Json): Json | undefined {
  const whole = types[action]?.whole;
  return whole && isPointer(stored) ? whole(sql, stored) : stored;
}

function isPointer(stored: Json): boolean {
  const { row, memory } = (stored ?? {}) as {
    readonly row?: Json;
    readonly memory?: { readonly row?: Json };
  };
  return typeof row === "string" || typeof memory?.row === "string";
}

/** The types of all changes, by action. */
export type ChangeTypes = Readonly<
  Partial<Record<AuditAction, Pick<ChangeType, "apply" | "whole" | "version">>>
>;

export const defineChange = <A extends WrittenAction, T extends Json>(
  type: ChangeType<A, T>,
): ChangeType<A, T> => type;

type SubjectOf<A extends WrittenAction> = Subject & { readonly kind: (typeof ACTION_EFFECTS)[A]["kind"] };

/** Makes a change and logs it. Call it in the transaction of the write. `refs` are other records that it touches. */
export function makeChange<A extends WrittenAction, T extends Json>(
  sql: Sql,
  asked: Act,
  type: ChangeType<A, T>,
  subject: SubjectOf<A>,
  parts: readonly Part<T>[],
  refs: readonly string[] = [],
): number {
  const act = afterOthers(sql, subject.id, asked);
  const facts = { subject: subject.id, project: subject.project, at: act.at };
  const args = parts.map((part) => part.args);
  // Looked up first, because the change may erase the name of the author.
  const author = storeAuthor(sql, act.by.author);
  type.apply(sql, args, facts);
  const { action, version } = type;
  return logChange(sql, act, { action, version, subject, parts, refs, author });
}

/** Logs a write of what is derived or local, which is not made again from the log. */
export function logWrite<A extends WrittenAction>(
  sql: Sql,
  act: Act,
  action: A,
  subject: SubjectOf<A>,
  args: Json = {},
  refs: readonly string[] = [],
): number {
  return logChange(sql, act, { action, version: 1, subject, parts: [{ about: [], args }], refs });
}

interface MadeChange {
  readonly action: WrittenAction;
  readonly version: number;
  readonly subject: Subject;
  readonly parts: readonly Part[];
  readonly refs: readonly string[];
  readonly author?: StoredAuthor | undefined;
}

/** Logs a change that was made already. */
export function logChange(
  sql: Sql,
  act: Act,
  { action, version, subject, parts, refs, author = storeAuthor(sql, act.by.author) }: MadeChange,
): number {
  const seq = appendEntry(
    sql,
    {
      at: act.at.getTime(),
      action,
      kind: subject.kind,
      subject: subject.id,
      refs,
      project: subject.project,
      author,
      client: act.by.client,
      key: act.by.key,
      version,
    },
    (newPeople) => sealParts(newPeople ? [...parts, ...namesToLog(sql)] : parts),
  );
  const { place } = act.by;
  if (place !== undefined) sql.run("INSERT INTO change_places (change, place) VALUES (?, ?)", seq, place);
  return seq;
}

/** An entry before it has its place in the log. */
interface NewEntry {
  readonly at: number;
  readonly action: string;
  readonly kind: string;
  readonly subject: string;
  readonly refs: readonly string[];
  readonly project: string;
  readonly author: StoredAuthor;
  readonly client: string;
  readonly key?: string | undefined;
  readonly version: number;
  /** The machine that it comes from, and its number there; left out if it is from here. */
  readonly from?: { readonly n: number; readonly id: string; readonly seq: number } | undefined;
}

/**
 * Appends an entry to the log, with its parts, which are asked for with whether there are people whose name no entry has.
 * Call it in the transaction of the write.
 */
export function appendEntry(
  sql: Sql,
  made: NewEntry,
  partsOf: (newPeople: boolean) => readonly SealedPart[],
): number {
  const head = sql.one<{ new_people: number; seq: number; id: string; hash: string }>(
    `SELECT h.seq, h.hash, o.id, EXISTS (SELECT 1 FROM people WHERE logged = 0) AS new_people
     FROM audit_head h JOIN origins o ON o.n = ${OWN_ORIGIN}`,
  );
  const parts = partsOf(head.new_people === 1);
  const seq = head.seq + 1;
  const { author, from, refs } = made;
  const entry: ChainedEntry = {
    chain: CHAIN_FORMAT,
    seq,
    at: made.at,
    action: made.action,
    kind: made.kind,
    subject: made.subject,
    refs: refs.length === 0 ? null : JSON.stringify(refs),
    project: made.project,
    origin: from?.id ?? head.id,
    originSeq: from?.seq ?? seq,
    authorKind: author.kind,
    author: author.name ?? "",
    person: author.person ?? null,
    client: made.client,
    key: made.key ?? null,
    version: made.version,
    digest: combinedDigest(parts),
  };
  const hash = chainHash(head.hash, entry) as string;
  sql.run(
    `INSERT INTO audit (seq, at, action, kind, subject, project, author_kind, author, client, digest, hash, chain, origin,
       origin_seq, refs, person, access_key, version, format)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    seq,
    entry.at,
    entry.action,
    entry.kind,
    entry.subject,
    entry.project,
    entry.authorKind,
    entry.author,
    entry.client,
    entry.digest,
    hash,
    entry.chain,
    from?.n ?? OWN_ORIGIN,
    from?.seq ?? null,
    entry.refs,
    entry.person,
    entry.key,
    entry.version,
    FILE_FORMAT,
  );
  sql.run("UPDATE audit_head SET seq = ?, hash = ?", seq, hash);
  writeParts(sql, seq, parts, refs);
  return seq;
}

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

function sealParts(parts: readonly Part[]): SealedPart[] {
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

function writeParts(sql: Sql, change: number, parts: readonly SealedPart[], refs: readonly string[]): void {
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
function namesToLog(sql: Sql): Part[] {
  const rows = sql.all<{ id: string; name: string }>(
    "SELECT id, name FROM people WHERE logged = 0 ORDER BY id",
  );
  if (rows.length > 0) sql.run("UPDATE people SET logged = 1 WHERE logged = 0");
  return rows.map((row) => {
    const person = row.id;
    return { about: [person], args: { name: row.name }, person };
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
    .all<Omit<StoredPart, "args"> & { args: string | null }>(
      "SELECT part, person, digest, salt, args FROM change_parts WHERE change = ? ORDER BY part",
      change,
    )
    .map(({ args, ...part }) => ({ ...part, args: args === null ? undefined : (JSON.parse(args) as Json) }));
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

/** The number of the origin that this file itself is. */
export const OWN_ORIGIN = 1;

/** Gives a new or upgraded file an id of its own, with the name of the machine it is on. */
export function addOwnOrigin(sql: Sql): void {
  const id = `${ID_PREFIX.memory}_${randomBytes(10).toString("hex")}`;
  sql.run("INSERT INTO origins (n, id, machine) VALUES (?, ?, ?)", OWN_ORIGIN, id, hostname());
}

/** The id of this file. */
export const ownOriginId = (sql: Sql): string =>
  sql.one<{ id: string }>("SELECT id FROM origins WHERE n = ?", OWN_ORIGIN).id;

/**
 * The act, not before what other machines did to the record: their clocks may be ahead, and whoever writes knows what they
 * did. Without a team it is the act as it is.
 */
export function afterOthers(sql: Sql, record: string, act: Act): Act {
  if (!sql.get("SELECT 1 FROM teams LIMIT 1")) return act;
  const last = sql.value<SqlValue | undefined>(
    `SELECT max(a.at) AS at FROM audit a WHERE a.origin <> ${OWN_ORIGIN} AND a.seq IN
       (SELECT seq FROM audit WHERE subject = ?1 UNION SELECT change FROM change_refs WHERE record = ?1)`,
    record,
  );
  if (typeof last !== "number" || last < act.at.getTime()) return act;
  return { ...act, at: new Date(last + 1) };
}
