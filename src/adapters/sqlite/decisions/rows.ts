import type {
  Decision,
  Evidence,
  Progress,
  RiskLevel,
  Standing,
} from "../../../domain/decisions/decision.ts";
import type { OutcomeStatus } from "../../../domain/decisions/outcome.ts";
import type { AuthorKind } from "../../../domain/shared/actor.ts";
import type { Screened } from "../../../domain/shared/text.ts";
import type { Row } from "../shared/connection.ts";

const SCHEMA_VERSION = 1;

/** What a decision keeps beside its typed columns. */
interface DecisionBody {
  schema_version: number;
  reasoning?: Screened | undefined;
  alternatives: readonly Screened[];
  assumptions: readonly Screened[];
  risk_level?: RiskLevel | undefined;
  risks: readonly Screened[];
  evidence: readonly Evidence[];
  consequences: readonly Screened[];
  label?: Screened | undefined;
  linked_pr?: Screened | undefined;
  linked_commit?: Screened | undefined;
  confidence_updates: readonly { confidence: number; at: number; by: Decision["author"] }[];
  notes: readonly { text: Screened; at: number; by: Decision["author"] }[];
}

export function bodyOf(decision: Decision): string {
  return JSON.stringify({
    schema_version: SCHEMA_VERSION,
    reasoning: decision.reasoning,
    alternatives: decision.alternatives,
    assumptions: decision.assumptions,
    risk_level: decision.riskLevel,
    risks: decision.risks,
    evidence: decision.evidence,
    consequences: decision.consequences,
    label: decision.label,
    linked_pr: decision.linkedPr,
    linked_commit: decision.linkedCommit,
    confidence_updates: decision.confidenceUpdates.map((update) => ({ ...update, at: update.at.getTime() })),
    notes: decision.notes.map((note) => ({ ...note, at: note.at.getTime() })),
  } satisfies DecisionBody);
}

/** The columns `decisionOf` reads; `aliases` is a JSON array. */
export const DECISION_COLUMNS = `m.id, m.project, m.content, m.topic, m.topic_stated, m.domain, m.standing, m.progress, m.confidence,
  m.confidence_stated, m.outcome, m.outcome_score, m.outcome_id, m.outcome_at, m.due_at, m.author_kind, m.author, m.session,
  m.context_hash, m.created_at, m.updated_at, m.body, m.seq,
  (SELECT json_group_array(alias) FROM aliases WHERE memory_id = m.id) AS aliases,
  (SELECT json_group_array(to_id) FROM links WHERE from_id = m.id AND relation = 'supersedes') AS supersedes,
  (SELECT json_group_array(from_id) FROM links WHERE to_id = m.id AND relation = 'supersedes') AS superseded_by`;

/** Text from the file is screened text: nothing else gets in. */
export function decisionOf(row: Row): Decision {
  const body = JSON.parse(row["body"] as string) as DecisionBody;
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
    alternatives: body.alternatives,
    assumptions: body.assumptions,
    riskLevel: body.risk_level,
    risks: body.risks,
    evidence: body.evidence,
    consequences: body.consequences,
    label: body.label,
    author: { kind: row["author_kind"] as AuthorKind, name: row["author"] as Screened },
    contextHash: row["context_hash"] as string,
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
    confidenceUpdates: body.confidence_updates.map((update) => ({ ...update, at: new Date(update.at) })),
    notes: body.notes.map((note) => ({ ...note, at: new Date(note.at) })),
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
