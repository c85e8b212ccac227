/** Decisions as rows: from a row and to a row, and found by id, alias or number. */

import { type EveryKey, inOrder, type Json } from "../../shared/canonical-json.ts";
import type { Scope } from "../../shared/scope.ts";
import type { Screened } from "../../shared/text.ts";
import { allOf, ofScope } from "../../store/file/conditions.ts";
import type { Sql } from "../../store/file/connection.ts";
import type { MemoryRow } from "../../store/file/memory-row.ts";
import {
  type AuthorRow,
  authorColumns,
  authorOf,
  loadAuthor,
  type Names,
  type NamesRow,
  namesInBody,
  namesOf,
  personName,
  type StoredAuthor,
  storeAuthor,
} from "../../store/log/people.ts";
import type { AssumptionJudgement } from "../rules/assumption.ts";
import {
  type ConfidenceUpdate,
  type Decision,
  decisionNotFound,
  type Note,
  type Progress,
  type SaidAnchor,
  type Standing,
} from "../rules/decision.ts";
import {
  FIELD_NAMES,
  type FieldName,
  type FieldsWith,
  fieldNamed,
  fieldsWith,
  type SnakeCase,
  snakeCaseName,
} from "../rules/decision-fields.ts";
import type { OutcomeStatus } from "../rules/outcome.ts";

const SCHEMA_VERSION = 1;

/** For a row that was not read from the file, so its author has no name yet. */
export const decisionOfMemory = (memory: MemoryRow): Decision =>
  decisionOf({
    ...memory,
    body: JSON.stringify(memory.body),
    aliases: JSON.stringify(memory.aliases),
    supersedes: "[]",
    superseded_by: "[]",
    outcome_id: null,
    person_name: null,
    names: null,
  } as unknown as DecisionRow);

type BodyField = FieldsWith<"kept", "body">;

/** The JSON body of the row, with the fields that have no typed column. */
type Body = { readonly [F in BodyField as SnakeCase<F>]?: Stored<F> };
type Stored<F extends BodyField> = F extends "confidenceUpdates" | "notes" | "anchors" | "assumptionStates"
  ? readonly StoredRemark<NonNullable<Decision[F]>[number]>[]
  : Decision[F];
/** JSON has no dates, and people are stored by id. */
type StoredRemark<T> = Omit<T, "at" | "by"> & { readonly at: number; readonly by: StoredAuthor };

const namesIn = (fields: readonly FieldName[]) =>
  fields
    .filter((name) => fieldNamed(name).kept === "body")
    .map((name) => [name, snakeCaseName(name)] as readonly [BodyField, string]);

const IN_BODY = namesIn(FIELD_NAMES);
/** The keys of the body that may change after the decision is stored. */
export const CHANGEABLE_KEYS = namesIn(fieldsWith("mutable")).map(([, key]) => key);

/** The whole row, for a decision that is new in this memory. */
export function memoryRowOf(sql: Sql, decision: Decision): MemoryRow {
  return {
    id: decision.id,
    type: "decision",
    project: decision.project,
    content: decision.statement,
    topic: decision.topic,
    topic_stated: decision.topicStated ? 1 : 0,
    domain: decision.domain,
    standing: decision.standing,
    progress: decision.progress,
    confidence: decision.confidence ?? null,
    confidence_stated: decision.confidenceStated ? 1 : 0,
    due_at: decision.dueAt?.getTime() ?? null,
    ...authorColumns(sql, decision.author),
    session: decision.sessionId ?? null,
    context_hash: decision.contextHash,
    created_at: decision.createdAt.getTime(),
    updated_at: decision.updatedAt.getTime(),
    aliases: [...decision.aliases].sort(inOrder),
    body: storedFields(sql, decision),
  };
}

type JsonFields = { [key: string]: Json | undefined };

function storedFields(sql: Sql, decision: Decision): JsonFields {
  const body: JsonFields = { schema_version: SCHEMA_VERSION };
  for (const [name, key] of IN_BODY) body[key] = decision[name] as Json | undefined;
  body["confidence_updates"] = decision.confidenceUpdates.map((update) => storedRemark(sql, update));
  body["notes"] = decision.notes.map((note) => storedRemark(sql, note));
  body["anchors"] = decision.anchors?.map((anchor) => storedRemark(sql, anchor));
  body["assumption_states"] = decision.assumptionStates?.map((judgement) => storedRemark(sql, judgement));
  return body;
}

const storedRemark = (
  sql: Sql,
  { at, by, ...said }: ConfidenceUpdate | Note | SaidAnchor | AssumptionJudgement,
): Json => ({
  ...said,
  at: at.getTime(),
  by: storeAuthor(sql, by),
});
const loadRemark =
  (names: Names) =>
  <T extends { readonly at: number; readonly by: StoredAuthor }>(remark: T) => ({
    ...remark,
    at: new Date(remark.at),
    by: loadAuthor(remark.by, names),
  });

/** The columns `decisionOf` reads; `aliases` is a JSON array. */
export const DECISION_COLUMNS = `m.id, m.project, m.content, m.topic, m.topic_stated, m.domain, m.standing, m.progress, m.confidence,
  m.confidence_stated, m.outcome, m.outcome_score, m.outcome_id, m.outcome_at, m.due_at, m.author_kind, m.author, m.person, m.session,
  m.context_hash, m.created_at, m.updated_at, m.body, m.seq,
  ${personName("m")}, ${namesInBody("m")},
  (SELECT json_group_array(alias) FROM aliases WHERE memory_id = m.id) AS aliases,
  (SELECT json_group_array(to_id) FROM links WHERE from_id = m.id AND relation = 'supersedes') AS supersedes,
  (SELECT json_group_array(from_id) FROM links WHERE to_id = m.id AND relation = 'supersedes') AS superseded_by`;

export type DecisionRow = NamesRow &
  AuthorRow & {
    body: string;
    outcome_id: string | null;
    id: string;
    aliases: string;
    project: string;
    content: Screened;
    topic: Screened;
    topic_stated: number;
    domain: string;
    confidence: number | null;
    confidence_stated: number;
    context_hash: string;
    created_at: number;
    updated_at: number;
    standing: Standing;
    progress: Progress;
    due_at: number | null;
    session: Screened | null;
    supersedes: string;
    superseded_by: string;
    outcome: OutcomeStatus;
    outcome_score: number;
    outcome_at: number;
  };

/**
 * Text from the file counts as screened, because only screened text is stored. The fields are written out because a
 * loop over them is many times slower; a missing field does not compile.
 */
export function decisionOf(row: DecisionRow): EveryKey<Decision> {
  const body = JSON.parse(row.body) as Body;
  const outcomeId = row.outcome_id;
  const withDate = loadRemark(namesOf(row));
  return {
    id: row.id,
    aliases: JSON.parse(row.aliases) as string[],
    project: row.project,
    statement: row.content,
    topic: row.topic,
    topicStated: row.topic_stated === 1,
    reasoning: body.reasoning,
    domain: row.domain,
    confidence: row.confidence ?? undefined,
    confidenceStated: row.confidence_stated === 1,
    alternatives: body.alternatives ?? [],
    assumptions: body.assumptions ?? [],
    riskLevel: body.risk_level,
    risks: body.risks ?? [],
    evidence: body.evidence ?? [],
    consequences: body.consequences ?? [],
    label: body.label,
    author: authorOf(row),
    contextHash: row.context_hash,
    // Older rows have no version and use the first one.
    hashVersion: body.hash_version ?? 1,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
    standing: row.standing,
    progress: row.progress,
    dueAt: row.due_at === null ? undefined : new Date(row.due_at),
    sessionId: row.session ?? undefined,
    source: body.source,
    questions: body.questions ?? [],
    linkedPr: body.linked_pr,
    linkedCommit: body.linked_commit,
    supersedes: JSON.parse(row.supersedes) as string[],
    supersededBy: JSON.parse(row.superseded_by) as string[],
    confidenceUpdates: (body.confidence_updates ?? []).map(withDate),
    notes: (body.notes ?? []).map(withDate),
    capturedIn: body.captured_in,
    anchors: body.anchors?.map(withDate),
    assumptionStates: body.assumption_states?.map(withDate),
    outcome:
      outcomeId === null
        ? undefined
        : {
            id: outcomeId,
            status: row.outcome,
            score: row.outcome_score,
            at: new Date(row.outcome_at),
          },
  };
}

export function findDecisionIn(sql: Sql, scope: Scope, ref: string): Decision | undefined {
  const inScope = allOf(ofScope(scope));
  const byId = `SELECT ${DECISION_COLUMNS} FROM memories m WHERE m.id = ? AND m.type = 'decision' AND ${inScope.sql}`;
  const byAlias = `SELECT ${DECISION_COLUMNS} FROM aliases a JOIN memories m ON m.id = a.memory_id
     WHERE a.alias = ? AND m.type = 'decision' AND ${inScope.sql} LIMIT 1`;
  const row =
    sql.get<DecisionRow>(byId, ref, ...inScope.values) ??
    sql.get<DecisionRow>(byAlias, ref, ...inScope.values);
  return row && decisionOf(row);
}

export const decisionsByIdIn = (sql: Sql, scope: Scope, ids: readonly string[]): Decision[] =>
  decisionsBy(sql, "id", scope, ids);

/** The same by their numbers in the order of storing. */
export const decisionsByNumber = (sql: Sql, scope: Scope, numbers: readonly number[]): Decision[] =>
  decisionsBy(sql, "seq", scope, numbers);

function decisionsBy(
  sql: Sql,
  column: "id" | "seq",
  scope: Scope,
  values: readonly (string | number)[],
): Decision[] {
  const inScope = allOf(ofScope(scope, "+m.project"));
  const rows = sql.all<DecisionRow>(
    // CROSS JOIN and + make SQLite look up the values; by project it would read all decisions.
    `SELECT ${DECISION_COLUMNS} FROM json_each(?) j CROSS JOIN memories m ON m.${column} = j.value AND m.type = 'decision'
     WHERE ${inScope.sql} ORDER BY j.key`,
    JSON.stringify(values),
    ...inScope.values,
  );
  return rows.map(decisionOf);
}

export function readRequiredDecision(sql: Sql, scope: Scope, ref: string): Decision {
  const decision = findDecisionIn(sql, scope, ref);
  if (!decision) throw decisionNotFound(ref, scope);
  return decision;
}
