import type { Decision, Progress, Standing } from "../../../domain/decisions/decision.ts";
import {
  FIELD_NAMES,
  type FieldName,
  type FieldsWith,
  fieldNamed,
  fieldsWith,
  type SnakeCase,
  snakeCaseName,
} from "../../../domain/decisions/decision-fields.ts";
import type { OutcomeStatus } from "../../../domain/decisions/outcome.ts";
import type { AuthorKind } from "../../../domain/shared/actor.ts";
import type { EveryKey } from "../../../domain/shared/exact-keys.ts";
import type { Screened } from "../../../domain/shared/text.ts";
import type { Row } from "../shared/connection.ts";

const SCHEMA_VERSION = 1;

type BodyField = FieldsWith<"kept", "body">;

/** The JSON body of the row, with the fields that have no typed column. */
type Body = { readonly [F in BodyField as SnakeCase<F>]?: Stored<F> };
type Stored<F extends BodyField> = F extends "confidenceUpdates" | "notes"
  ? readonly WithTime<Decision[F][number]>[]
  : Decision[F];
/** JSON has no dates. */
type WithTime<T> = Omit<T, "at"> & { readonly at: number };

const namesIn = (fields: readonly FieldName[]) =>
  fields
    .filter((name) => fieldNamed(name).kept === "body")
    .map((name) => [name, snakeCaseName(name)] as readonly [BodyField, string]);

const IN_BODY = namesIn(FIELD_NAMES);
const MUTABLE_IN_BODY = namesIn(fieldsWith("mutable"));

export function bodyOf(decision: Decision): string {
  return JSON.stringify(stored(decision, IN_BODY, { schema_version: SCHEMA_VERSION }));
}

/** Contains only what may change, so that a patch cannot change the meaning or drop fields of a newer program. */
export function bodyPatchOf(decision: Decision): string {
  return JSON.stringify(stored(decision, MUTABLE_IN_BODY, {}));
}

function stored(decision: Decision, names: typeof IN_BODY, body: Record<string, unknown>): unknown {
  for (const [name, key] of names) body[key] = decision[name];
  body["confidence_updates"] = decision.confidenceUpdates.map(withTime);
  body["notes"] = decision.notes.map(withTime);
  return body;
}

const withTime = <T extends { readonly at: Date }>(item: T) => ({ ...item, at: item.at.getTime() });
const withDate = <T extends { readonly at: number }>(item: T) => ({ ...item, at: new Date(item.at) });

/** The columns `decisionOf` reads; `aliases` is a JSON array. */
export const DECISION_COLUMNS = `m.id, m.project, m.content, m.topic, m.topic_stated, m.domain, m.standing, m.progress, m.confidence,
  m.confidence_stated, m.outcome, m.outcome_score, m.outcome_id, m.outcome_at, m.due_at, m.author_kind, m.author, m.session,
  m.context_hash, m.created_at, m.updated_at, m.body, m.seq,
  (SELECT json_group_array(alias) FROM aliases WHERE memory_id = m.id) AS aliases,
  (SELECT json_group_array(to_id) FROM links WHERE from_id = m.id AND relation = 'supersedes') AS supersedes,
  (SELECT json_group_array(from_id) FROM links WHERE to_id = m.id AND relation = 'supersedes') AS superseded_by`;

/**
 * Text from the file counts as screened, because only screened text is stored. The fields are written out because a
 * loop over them is many times slower; a missing field does not compile.
 */
export function decisionOf(row: Row): EveryKey<Decision> {
  const body = JSON.parse(row["body"] as string) as Body;
  const outcomeId = row["outcome_id"] as string | null;
  return {
    id: row["id"] as string,
    aliases: JSON.parse(row["aliases"] as string) as string[],
    project: row["project"] as string,
    statement: row["content"] as Screened,
    topic: row["topic"] as Screened,
    topicStated: row["topic_stated"] === 1,
    reasoning: body.reasoning,
    domain: row["domain"] as string,
    confidence: (row["confidence"] as number | null) ?? undefined,
    confidenceStated: row["confidence_stated"] === 1,
    alternatives: body.alternatives ?? [],
    assumptions: body.assumptions ?? [],
    riskLevel: body.risk_level,
    risks: body.risks ?? [],
    evidence: body.evidence ?? [],
    consequences: body.consequences ?? [],
    label: body.label,
    author: { kind: row["author_kind"] as AuthorKind, name: row["author"] as Screened },
    contextHash: row["context_hash"] as string,
    // Older rows have no version and use the first one.
    hashVersion: body.hash_version ?? 1,
    createdAt: new Date(row["created_at"] as number),
    updatedAt: new Date(row["updated_at"] as number),
    standing: row["standing"] as Standing,
    progress: row["progress"] as Progress,
    dueAt: row["due_at"] === null ? undefined : new Date(row["due_at"] as number),
    sessionId: (row["session"] as Screened | null) ?? undefined,
    linkedPr: body.linked_pr,
    linkedCommit: body.linked_commit,
    supersedes: JSON.parse(row["supersedes"] as string) as string[],
    supersededBy: JSON.parse(row["superseded_by"] as string) as string[],
    confidenceUpdates: (body.confidence_updates ?? []).map(withDate),
    notes: (body.notes ?? []).map(withDate),
    outcome:
      outcomeId === null
        ? undefined
        : {
            id: outcomeId,
            status: row["outcome"] as OutcomeStatus,
            score: row["outcome_score"] as number,
            at: new Date(row["outcome_at"] as number),
          },
  };
}
