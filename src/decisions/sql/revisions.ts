/** The stored wordings of a decision, and the row that follows the newest of them. */

import { canonicalJson, type Json } from "../../shared/canonical-json.ts";
import { ALL_PROJECTS, type Scope } from "../../shared/scope.ts";
import { allOf, ofScope } from "../../store/file/conditions.ts";
import type { Row, Sql } from "../../store/file/connection.ts";
import type { SqlValue } from "../../store/file/driver.ts";
import { type MemoryRow, readMemory } from "../../store/file/memory-row.ts";
import {
  type AuthorColumns,
  type AuthorRow,
  authorColumns,
  authorOf,
  personName,
} from "../../store/log/people.ts";
import type { Decision } from "../rules/decision.ts";
import { contextHash, embeddingText, snakeCaseName } from "../rules/decision-fields.ts";
import { contentOf, firstRevisionId, inWordsOf, REVISED_FIELDS, type Revision } from "../rules/revision.ts";
import { decisionOfMemory, memoryRowOf } from "./decision-rows.ts";
import { passagesOfDecision } from "./history-rows.ts";
import { mendDecisionWords, mendPassages } from "./index-decision.ts";

/**
 * Adds a revision, and lets the row of the decision say what the newest one says, with all that is computed from its
 * words. Returns whether the text that is embedded changed; undefined if the decision is gone.
 */
export function addRevision(sql: Sql, revision: RevisionRow): boolean | undefined {
  const before = readMemory(sql, revision.decision_id);
  if (!before) return undefined;
  keepFirstWords(sql, before);
  insertRevision(sql, revision);
  const newest = revisionAtEnd(sql, before.id, "newest") as RevisionRow;
  const after = rowInWords(before, newest);
  sql.run(
    `UPDATE memories SET content = ?, topic = ?, topic_stated = ?, domain = ?, context_hash = ?, body = ? WHERE id = ?`,
    after.content,
    after.topic,
    after.topic_stated,
    after.domain,
    after.context_hash,
    JSON.stringify(after.body),
    after.id,
  );
  return indexAgain(sql, before, after);
}

function indexAgain(sql: Sql, before: MemoryRow, after: MemoryRow): boolean {
  const { seq } = sql.get("SELECT seq FROM memories WHERE id = ?", after.id) as Row & { seq: number };
  const decision = decisionOfMemory(after);
  sql.run("DELETE FROM topic_names WHERE memory = ?", seq);
  mendDecisionWords(sql, seq, after);
  mendPassages(sql, seq, passagesOfDecision(sql, after));
  if (embeddingText(decisionOfMemory(before)) === embeddingText(decision)) return false;
  // Until it is embedded again, it is found by its words, as a new decision is.
  for (const table of ["vectors", "vector_codes"]) sql.run(`DELETE FROM ${table} WHERE memory = ?`, seq);
  sql.run(
    `INSERT INTO embedding_queue (memory) VALUES (?)
     ON CONFLICT DO UPDATE SET leased_until = 0, claimed_by = NULL`,
    seq,
  );
  return true;
}

const SCHEMA_VERSION = 1;
/** The columns of a decision that have a part of its wording. */
const TYPED = ["content", "topic", "topic_stated", "domain"] as const;
/** The keys of its body that do. */
const KEYS = REVISED_FIELDS.map(snakeCaseName).filter(
  (key) => key !== "statement" && !(TYPED as readonly string[]).includes(key),
);

/** A wording, in the columns and keys that the row of the decision has. */
export type RevisionBody = { readonly [C in (typeof TYPED)[number]]: string | number | null } & {
  readonly schema_version: number;
  readonly body: { readonly [key: string]: Json | undefined };
};

export type RevisionRow = AuthorColumns & {
  readonly id: string;
  readonly decision_id: string;
  readonly at: number;
  readonly context_hash: string;
  readonly body: RevisionBody;
};

const COLUMNS = ["id", "decision_id", "at", "author_kind", "author", "person", "context_hash"] as const;

export function bodyOfRow({ content, topic, topic_stated, domain, body }: MemoryRow): RevisionBody {
  const kept = KEYS.flatMap((key) => (body[key] === undefined ? [] : [[key, body[key]]]));
  const words = Object.fromEntries(kept) as RevisionBody["body"];
  return { schema_version: SCHEMA_VERSION, content, topic, topic_stated, domain, body: words };
}

/** The row of a decision in another wording of it. */
function rowInWords(row: MemoryRow, { body, context_hash }: RevisionRow): MemoryRow {
  return { ...row, ...columnsInWords(row.body, body), context_hash };
}

/** The columns that a wording has a part in; the rest of the body stays. */
export function columnsInWords(
  before: MemoryRow["body"],
  { content, topic, topic_stated, domain, body }: RevisionBody,
): Pick<MemoryRow, (typeof TYPED)[number] | "body"> {
  const others = Object.fromEntries(Object.entries(before).filter(([key]) => !KEYS.includes(key)));
  return { content, topic, topic_stated, domain, body: { ...others, ...body } };
}

/** The wording that a decision began with, if it was edited since. */
export function rowInFirstWords(sql: Sql, row: MemoryRow): MemoryRow {
  const first = revisionAtEnd(sql, row.id, "oldest");
  return first ? rowInWords(row, first) : row;
}

/** By time, then by id, whichever arrived last: the same on every machine. */
export function revisionAtEnd(sql: Sql, id: string, end: "oldest" | "newest"): RevisionRow | undefined {
  const order = end === "oldest" ? "at, id" : "at DESC, id DESC";
  const row = sql.get<UnparsedRow>(
    `SELECT ${COLUMNS.join(", ")}, body FROM revisions WHERE decision_id = ? ORDER BY ${order} LIMIT 1`,
    id,
  );
  return row && rowOf(row);
}

export function readRevision(sql: Sql, id: string): RevisionRow | undefined {
  const row = sql.get<UnparsedRow>(`SELECT ${COLUMNS.join(", ")}, body FROM revisions WHERE id = ?`, id);
  return row && rowOf(row);
}

type UnparsedRow = { body: string };

const rowOf = (row: UnparsedRow): RevisionRow =>
  ({ ...row, body: JSON.parse(row.body) as RevisionBody }) as unknown as RevisionRow;

/** The first wording is kept with the first edit; until then the row of the decision has it. */
function keepFirstWords(sql: Sql, row: MemoryRow): void {
  if (sql.get("SELECT 1 FROM revisions WHERE decision_id = ? LIMIT 1", row.id)) return;
  insertRevision(sql, {
    id: firstRevisionId(row.id),
    decision_id: row.id,
    at: row.created_at as number,
    author_kind: row.author_kind as AuthorColumns["author_kind"],
    author: row.author as string,
    person: row.person as string | null,
    context_hash: row.context_hash as string,
    body: bodyOfRow(row),
  });
}

function insertRevision(sql: Sql, revision: RevisionRow): void {
  sql.run(
    `INSERT INTO revisions (${COLUMNS.join(", ")}, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    ...COLUMNS.map((column): SqlValue => revision[column]),
    JSON.stringify(revision.body),
  );
}

/** The row of a revision that comes from another memory. */
export function revisionRowOf(sql: Sql, revision: Revision, decision: Decision): RevisionRow {
  return {
    id: revision.id,
    decision_id: decision.id,
    at: revision.at.getTime(),
    ...authorColumns(sql, revision.author),
    context_hash: revision.contextHash,
    body: bodyOfRow(memoryRowOf(sql, inWordsOf(revision, decision))),
  };
}

/** Whether the row of a decision says what a revision says. Its hash is another one if it was moved to another project. */
export function isInWords(row: MemoryRow, { body, context_hash }: RevisionRow): boolean {
  if (canonicalJson(bodyOfRow(row)) !== canonicalJson(body)) return false;
  const decision = decisionOfMemory(row);
  return (
    row.context_hash === context_hash || row.context_hash === contextHash(decision, decision.hashVersion)
  );
}

/** All wordings, the first one first; none if the decision was never edited. */
export function revisionsOfIn(sql: Sql, decisionId: string, scope: Scope = ALL_PROJECTS): Revision[] {
  const inScope = allOf(ofScope(scope, "+m.project"));
  const rows = sql.all<StoredRevisionRow>(
    `SELECT r.*, ${personName("r")} FROM revisions r JOIN memories m ON m.id = r.decision_id
     WHERE r.decision_id = ? AND ${inScope.sql} ORDER BY r.at, r.id`,
    decisionId,
    ...inScope.values,
  );
  const memory = rows.length === 0 ? undefined : readMemory(sql, decisionId);
  return memory ? rows.map((row, n) => revisionOf(row, n + 1, memory)) : [];
}

type StoredRevisionRow = UnparsedRow & AuthorRow & { id: string; at: number };

function revisionOf(row: StoredRevisionRow, number: number, memory: MemoryRow): Revision {
  const decision: Decision = decisionOfMemory(rowInWords(memory, rowOf(row)));
  return {
    id: row.id,
    decisionId: decision.id,
    number,
    at: new Date(row.at),
    author: authorOf(row),
    contextHash: decision.contextHash,
    content: contentOf(decision),
  };
}

export const countRevisions = (sql: Sql, decisionId: string): number =>
  sql.value<number>("SELECT count(*) AS n FROM revisions WHERE decision_id = ?", decisionId);
