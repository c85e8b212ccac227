import type { Note } from "../../domain/decisions/decision.ts";
import { snakeCaseName } from "../../domain/decisions/decision-fields.ts";
import type { Outcome, OutcomeStatus } from "../../domain/decisions/outcome.ts";
import { changedFields, type EditableField, type Revision } from "../../domain/decisions/revision.ts";
import type { Signal, SignalType, Valence } from "../../domain/decisions/signal.ts";
import type { ProposedOutcome } from "../../domain/repository/proposed-outcome.ts";
import type { Report, ReportKind, ReportSource } from "../../domain/repository/report.ts";
import { proposalSentence } from "../../domain/repository/report-text.ts";
import { type AuthorResult, authorResult } from "./decision-row.ts";

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

export interface RevisionWords {
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

/** What the repository or the service that hosts it says. */
export interface ReportResult {
  readonly kind: ReportKind;
  readonly at: string;
  readonly source: ReportSource;
  readonly commit: string | null;
  readonly of: string | null;
  readonly pr: number | null;
  readonly title: string | null;
  readonly address: string | null;
  readonly passed: boolean | null;
  readonly known_by: string | null;
  readonly dismissed_at: string | null;
}

export interface RepositoryResult {
  readonly reports: readonly ReportResult[];
  readonly proposed: {
    readonly status: OutcomeStatus;
    readonly because: string;
    readonly sentence: string;
  } | null;
}

export const repositoryResult = ({
  reports,
  proposed,
}: {
  readonly reports: readonly Report[];
  readonly proposed?: ProposedOutcome | undefined;
}): RepositoryResult => ({
  reports: reports.map((report) => ({
    kind: report.kind,
    at: report.at.toISOString(),
    source: report.source,
    commit: report.commit ?? null,
    of: report.of ?? null,
    pr: report.pr ?? null,
    title: report.title ?? null,
    address: report.address ?? null,
    passed: report.passed ?? null,
    known_by: report.by ?? null,
    dismissed_at: report.dismissedAt?.toISOString() ?? null,
  })),
  proposed: proposed
    ? { status: proposed.status, because: proposed.because, sentence: proposalSentence(proposed) }
    : null,
});
