import { CHAIN_FORMAT, type ChainedEntry, chainHash } from "../../../domain/log/audit.ts";
import type { ACTION_EFFECTS, AuditAction, WrittenAction } from "../../../domain/log/audit-actions.ts";
import type { Act } from "../../../domain/shared/act.ts";
import type { Json } from "../../../domain/shared/canonical-json.ts";
import type { RecordKind } from "../../../domain/shared/ids.ts";
import type { Row, Sql } from "../shared/connection.ts";
import { FILE_FORMAT } from "../shared/file-format.ts";
import { afterOthers } from "./after-others.ts";
import {
  combinedDigest,
  namesToLog,
  type Part,
  type SealedPart,
  sealParts,
  writeParts,
} from "./change-parts.ts";
import { OWN_ORIGIN } from "./origin.ts";
import { type StoredAuthor, storeAuthor } from "./people.ts";

export interface Subject {
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
export interface NewEntry {
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
  const head = sql.get(
    `SELECT h.seq, h.hash, o.id, EXISTS (SELECT 1 FROM people WHERE logged = 0) AS new_people
     FROM audit_head h JOIN origins o ON o.n = ${OWN_ORIGIN}`,
  ) as Row;
  const parts = partsOf(head["new_people"] === 1);
  const seq = (head["seq"] as number) + 1;
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
    origin: from?.id ?? (head["id"] as string),
    originSeq: from?.seq ?? seq,
    authorKind: author.kind,
    author: author.name ?? "",
    person: author.person ?? null,
    client: made.client,
    key: made.key ?? null,
    version: made.version,
    digest: combinedDigest(parts),
  };
  const hash = chainHash(head["hash"] as string, entry) as string;
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
