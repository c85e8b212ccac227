import {
  currentConfidence,
  type Decision,
  type Progress,
  type RISK_LEVELS,
  type Standing,
} from "../../domain/decisions/decision.ts";
import type { OutcomeStatus } from "../../domain/decisions/outcome.ts";
import type { Author, AuthorKind } from "../../domain/shared/actor.ts";

/** Who said something. */
export interface AuthorResult {
  readonly kind: AuthorKind;
  readonly name: string;
  /** On whose behalf an agent or a script acted. */
  readonly person: string | null;
}

/** A decision in a list. Times are ISO 8601. */
export interface DecisionRow {
  readonly id: string;
  readonly project: string;
  readonly statement: string;
  readonly topic: string;
  readonly domain: string;
  readonly standing: Standing;
  readonly progress: Progress;
  readonly outcome: OutcomeStatus | null;
  readonly score: number | null;
  /** The latest that was said, from 0 to 1. */
  readonly confidence: number | null;
  readonly confidence_stated: boolean;
  readonly risk_level: (typeof RISK_LEVELS)[number] | null;
  readonly author: AuthorResult;
  readonly created_at: string;
  readonly due_at: string | null;
  readonly supersedes: readonly string[];
  readonly superseded_by: readonly string[];
}

export const authorResult = ({ kind, name, person }: Author): AuthorResult => ({
  kind,
  name,
  person: person ?? null,
});

export const decisionRow = (decision: Decision): DecisionRow => ({
  id: decision.id,
  project: decision.project,
  statement: decision.statement,
  topic: decision.topic,
  domain: decision.domain,
  standing: decision.standing,
  progress: decision.progress,
  outcome: decision.outcome?.status ?? null,
  score: decision.outcome?.score ?? null,
  confidence: currentConfidence(decision) ?? null,
  confidence_stated: decision.confidenceStated,
  risk_level: decision.riskLevel ?? null,
  author: authorResult(decision.author),
  created_at: decision.createdAt.toISOString(),
  due_at: decision.dueAt?.toISOString() ?? null,
  supersedes: decision.supersedes,
  superseded_by: decision.supersededBy,
});
