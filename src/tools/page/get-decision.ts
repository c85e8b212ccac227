/** The call of the page of one decision, with everything that is known about it. */

import * as z from "zod";
import { readLog } from "../../access/index.ts";
import {
  type AssumptionState,
  assumptionsIn,
  type CheckReason,
  causeWords,
  listPendingLinks,
  type Relation,
  readDecisions,
} from "../../decisions/index.ts";
import { getDecision } from "../../recall/index.ts";
import { repositorySays } from "../../repository/index.ts";
import { hasRole } from "../../shared/actor.ts";
import { type AnchorFields, anchorFields } from "../decision-facts.ts";
import { logEntryFields } from "../record-fields.ts";
import {
  authorResult,
  type DecisionRow,
  decisionRow,
  type NoteResult,
  noteResult,
  type OutcomeResult,
  outcomeResult,
  type RepositoryResult,
  type RevisionResult,
  repositoryResult,
  revisionResults,
  type Said,
  type SignalResult,
  signalResult,
} from "./decision-results.ts";
import { definePageCall } from "./page-call.ts";
import { type LinkItem, linkItem } from "./today.ts";

export interface AssumptionResult {
  readonly id: string;
  readonly text: string;
  readonly state: AssumptionState;
  /** Null if nobody judged it: then it holds. */
  readonly judged: (Said & { readonly because: string | null }) | null;
}

export interface LinkResult {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly relation: Relation;
  readonly reason: string;
  /** The decision at the other end. */
  readonly other: DecisionRow;
}

export interface GetDecisionResult extends DecisionRow {
  readonly aliases: readonly string[];
  readonly reasoning: string | null;
  readonly alternatives: readonly string[];
  readonly assumptions: readonly AssumptionResult[];
  readonly risks: readonly string[];
  readonly consequences: readonly string[];
  readonly evidence: readonly { readonly kind: string; readonly ref: string }[];
  /** Questions that it answers. */
  readonly questions: readonly string[];
  readonly source: string | null;
  readonly linked_pr: string | null;
  readonly linked_commit: string | null;
  readonly updated_at: string;
  readonly topic_stated: boolean;
  /** The number of the newest wording: an edit says which one it is based on. */
  readonly revision: number;
  readonly revisions: readonly RevisionResult[];
  readonly confidence_updates: readonly (Said & { readonly confidence: number })[];
  readonly notes: readonly NoteResult[];
  readonly outcomes: readonly OutcomeResult[];
  readonly signals: readonly SignalResult[];
  /** From 0 to 1, from the domain and the signals. */
  readonly estimated_success: number;
  readonly repository: RepositoryResult;
  readonly replaced: readonly DecisionRow[];
  readonly replaced_by: readonly DecisionRow[];
  /** Merged into it. */
  readonly duplicates: readonly DecisionRow[];
  readonly links: readonly LinkResult[];
  /** Proposed, and waiting for a person. */
  readonly pending_links: readonly LinkItem[];
  readonly similar: readonly DecisionRow[];
  /** Names of known ways to go wrong. */
  readonly antipatterns: readonly string[];
  readonly anchors: readonly AnchorFields[];
  readonly check_again: readonly {
    readonly because: CheckReason;
    readonly sentence: string;
    readonly about: string | null;
    readonly path: readonly string[];
    readonly replaced_by: readonly string[];
  }[];
  readonly captured_in: {
    readonly client: string;
    readonly session: string;
    readonly branch: string | null;
    readonly head: string | null;
    readonly files: readonly string[];
    readonly exchange: string | null;
  } | null;
  /** Newest first. Null for a session that may not read the log. */
  readonly audit: readonly ReturnType<typeof logEntryFields>[] | null;
}

const MOST_AUDIT_ENTRIES = 100;

export const getDecisionCall = definePageCall({
  name: "get-decision",
  effect: "read",
  input: z.strictObject({ id: getDecision.input.shape.ref }),
  fields: { ref: "id" },
  async run({ id }, { perform, deps, call }): Promise<GetDecisionResult> {
    const read = await perform(getDecision, { ref: id });
    const { decision, revisions } = read;
    const says = await repositorySays([decision], deps, decision.project);
    const { supersedes, supersededBy } = decision;
    const others = await perform(readDecisions, { ids: [...supersedes, ...supersededBy] });
    const rows = (ids: readonly string[]) =>
      ids.flatMap((wanted) => others.filter((other) => other.id === wanted)).map(decisionRow);
    const pending = [
      ...(await perform(listPendingLinks, { from: decision.id })).pending,
      ...(await perform(listPendingLinks, { to: decision.id })).pending,
    ];
    const audit = hasRole(call.actor, "admin")
      ? await perform(readLog, { record: decision.id, limit: MOST_AUDIT_ENTRIES })
      : undefined;
    const { capturedIn } = decision;
    return {
      ...decisionRow(decision),
      aliases: decision.aliases,
      reasoning: decision.reasoning ?? null,
      alternatives: decision.alternatives,
      assumptions: assumptionsIn(decision).map(({ id: assumption, text, state, judgement }) => ({
        id: assumption,
        text,
        state,
        judged: judgement
          ? {
              at: judgement.at.toISOString(),
              by: authorResult(judgement.by),
              because: judgement.because ?? null,
            }
          : null,
      })),
      risks: decision.risks,
      consequences: decision.consequences,
      evidence: decision.evidence,
      questions: decision.questions,
      source: decision.source ?? null,
      linked_pr: decision.linkedPr ?? null,
      linked_commit: decision.linkedCommit ?? null,
      updated_at: decision.updatedAt.toISOString(),
      topic_stated: decision.topicStated,
      revision: revisions.at(-1)?.number ?? 1,
      revisions: revisionResults(revisions),
      confidence_updates: decision.confidenceUpdates.map(({ confidence, at, by }) => ({
        confidence,
        at: at.toISOString(),
        by: authorResult(by),
      })),
      notes: decision.notes.map(noteResult),
      outcomes: read.outcomes.map((outcome) => outcomeResult(outcome, decision.id)),
      signals: read.signals.map(signalResult),
      estimated_success: read.estimatedSuccess,
      repository: repositoryResult(says.get(decision.id) ?? { reports: [] }),
      replaced: rows(supersedes),
      replaced_by: rows(supersededBy),
      duplicates: read.duplicates.map(decisionRow),
      links: read.links.map(({ link, other }) => ({
        id: link.id,
        from: link.from,
        to: link.to,
        relation: link.relation,
        reason: link.reason,
        other: decisionRow(other),
      })),
      pending_links: pending.map(linkItem),
      similar: read.similar.map(decisionRow),
      antipatterns: read.antipatterns.map(({ pattern }) => pattern),
      anchors: read.anchors.map(anchorFields),
      check_again: read.checkAgain.map((cause) => ({
        because: cause.because,
        sentence: causeWords(cause),
        about: cause.about ?? null,
        path: cause.path,
        replaced_by: cause.replacedBy ?? [],
      })),
      captured_in: capturedIn
        ? {
            client: capturedIn.client,
            session: capturedIn.session,
            branch: capturedIn.branch ?? null,
            head: capturedIn.head ?? null,
            files: capturedIn.files,
            exchange: capturedIn.exchange ?? null,
          }
        : null,
      audit: audit ? audit.entries.map(logEntryFields).reverse() : null,
    };
  },
});
