/** Decisions, and what was said of them, as results of the page show them. */

import {
  changedFields,
  currentConfidence,
  type Decision,
  type EditableField,
  type Note,
  type Outcome,
  type OutcomeStatus,
  type Progress,
  type Revision,
  type RISK_LEVELS,
  type Signal,
  type SignalType,
  type Standing,
  snakeCaseName,
  type Valence,
} from "../../decisions/index.ts";
import { proposalSentence, type RepositorySays } from "../../repository/index.ts";
import type { Author, AuthorKind } from "../../shared/actor.ts";
import { type ReportFacts, reportFacts } from "../record-fields.ts";

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

/** Something that was said of a decision at a time. */
export interface Said {
  readonly at: string;
  readonly by: AuthorResult;
}

export interface NoteResult extends Said {
  readonly text: string;
}

export const noteResult = ({ text, at, by }: Note): NoteResult => ({
  text,
  at: at.toISOString(),
  by: authorResult(by),
});

export interface OutcomeResult extends Said {
  readonly id: string;
  readonly status: OutcomeStatus;
  readonly score: number;
  readonly lessons: readonly string[];
  /** The last confidence that was stated before. */
  readonly stated_confidence: number | null;
  /** The duplicate that it was recorded for. */
  readonly recorded_for: string | null;
  /** Set if somebody took it back: it counts nowhere. */
  readonly withdrawn: Said | null;
}

export const outcomeResult = (outcome: Outcome, decisionId: string): OutcomeResult => ({
  id: outcome.id,
  status: outcome.status,
  score: outcome.score,
  lessons: outcome.lessons,
  stated_confidence: outcome.statedConfidence ?? null,
  recorded_for: outcome.decisionId === decisionId ? null : outcome.decisionId,
  at: outcome.at.toISOString(),
  by: authorResult(outcome.author),
  withdrawn: outcome.withdrawn
    ? { at: outcome.withdrawn.at.toISOString(), by: authorResult(outcome.withdrawn.by) }
    : null,
});

export interface SignalResult extends Said {
  readonly id: string;
  readonly type: SignalType;
  readonly valence: Valence;
  readonly description: string | null;
  readonly metrics: Readonly<Record<string, unknown>>;
}

export const signalResult = (signal: Signal): SignalResult => ({
  id: signal.id,
  type: signal.type,
  valence: signal.valence,
  description: signal.description ?? null,
  metrics: signal.metrics,
  at: signal.at.toISOString(),
  by: authorResult(signal.author),
});

/** The words of a decision at one time, and which of them differ from those before. */
export interface RevisionResult extends Said {
  readonly revision: number;
  readonly changed: readonly string[];
  readonly words: RevisionWords;
}

interface RevisionWords {
  readonly statement: string;
  readonly topic: string;
  readonly domain: string;
  readonly reasoning: string | null;
  readonly alternatives: readonly string[];
  readonly assumptions: readonly string[];
  readonly risk_level: string | null;
  readonly risks: readonly string[];
  readonly consequences: readonly string[];
  readonly evidence: readonly { readonly kind: string; readonly ref: string }[];
  readonly questions: readonly string[];
  readonly source: string | null;
}

export const revisionResults = (revisions: readonly Revision[]): readonly RevisionResult[] =>
  revisions.map(({ number, at, author, content }, n) => ({
    revision: number,
    at: at.toISOString(),
    by: authorResult(author),
    changed: n === 0 ? [] : changedFields(revisions[n - 1]?.content ?? content, content).map(fieldName),
    words: {
      statement: content.statement,
      topic: content.topic,
      domain: content.domain,
      reasoning: content.reasoning ?? null,
      alternatives: content.alternatives,
      assumptions: content.assumptions,
      risk_level: content.riskLevel ?? null,
      risks: content.risks,
      consequences: content.consequences,
      evidence: content.evidence,
      questions: content.questions,
      source: content.source ?? null,
    },
  }));

const fieldName = (field: EditableField): string => snakeCaseName(field);

/** Reports of the repository about a decision, and the outcome that they suggest and nobody has confirmed. */
export interface RepositoryResult {
  readonly reports: readonly ReportFacts[];
  readonly proposed: {
    readonly status: OutcomeStatus;
    readonly because: string;
    readonly sentence: string;
  } | null;
}

export const repositoryResult = ({ reports, proposed }: RepositorySays): RepositoryResult => ({
  reports: reports.map(reportFacts),
  proposed: proposed
    ? { status: proposed.status, because: proposed.because, sentence: proposalSentence(proposed) }
    : null,
});
