/** Calls of the view Today: the items that wait for a person, anomalies, and how many items wait. */

import * as z from "zod";
import {
  type Candidate,
  type CandidateOrigin,
  type CheckpointDraft,
  citationText,
} from "../../candidates/index.ts";
import {
  type AssumptionState,
  acceptableFrom,
  assumptionsIn,
  causeWords,
  linkSentence,
  type PendingLink,
  type ProposalKind,
  type Relation,
} from "../../decisions/index.ts";
import { countWaiting, listTold, type Waiting } from "../../hooks/index.ts";
import { type AnomalyKind, countWarnings, detectAnomalies } from "../../learning/index.ts";
import { placeName } from "../../repository/index.ts";
import type { Severity } from "../../shared/severity.ts";
import { type ItemOf, type ReviewItem, type ReviewKind, readQueue, totalOf } from "../review-queue.ts";
import { noticeText } from "../wording.ts";
import {
  type AuthorResult,
  authorResult,
  type DecisionRow,
  decisionRow,
  type RepositoryResult,
  repositoryResult,
} from "./decision-results.ts";
import { definePageCall } from "./page-call.ts";
import { PLAIN_PAGE_WORDING } from "./wording.ts";

export interface AnomalyResult {
  readonly kind: AnomalyKind;
  readonly severity: Severity;
  readonly domain: string | null;
  readonly what: string;
  readonly next_step: string;
  readonly decisions: readonly string[];
}

/** Counts that show what the memory was good for in the last days. */
export interface WorthResult {
  readonly days: number;
  /** Records that sessions were told. */
  readonly told: number;
  readonly messages: number;
  readonly warned: number;
  /** Warnings after which something else was decided, or the same with less confidence. */
  readonly heeded: number;
  /** Warnings after which something else was decided. */
  readonly prevented: number;
}

interface TodayResult {
  readonly items: readonly TodayItem[];
  readonly waiting: Waiting;
  readonly total: number;
  readonly anomalies: readonly AnomalyResult[];
  readonly worth: WorthResult;
}

const MOST_OF_A_KIND = 50;

export const todayCall = definePageCall({
  name: "today",
  effect: "read",
  input: z.strictObject({}),
  async run(_, { perform, deps, call }): Promise<TodayResult> {
    const { items, waiting } = await readQueue(deps, call, MOST_OF_A_KIND);
    const { anomalies } = await perform(detectAnomalies, {});
    const { worth } = await perform(listTold, { limit: 1 });
    const warnings = await perform(countWarnings, { days: worth.days });
    return {
      items: items.map(todayItem),
      waiting,
      total: totalOf(waiting),
      anomalies: anomalies.map(({ kind, severity, domain, what, nextStep, decisions }) => ({
        kind,
        severity,
        domain: domain ?? null,
        what,
        next_step: noticeText(nextStep, PLAIN_PAGE_WORDING),
        decisions,
      })),
      worth: {
        days: worth.days,
        told: Object.values(worth.records).reduce((sum, count) => sum + count, 0),
        messages: worth.messages,
        warned: worth.warned,
        heeded: worth.heeded,
        prevented: warnings.otherChoice,
      },
    };
  },
});

interface CountWaitingResult extends Waiting {
  readonly total: number;
}

export const countWaitingCall = definePageCall({
  name: "count-waiting",
  effect: "read",
  input: z.strictObject({}),
  async run(_, { perform }): Promise<CountWaitingResult> {
    const waiting = await perform(countWaiting, {});
    return { ...waiting, total: totalOf(waiting) };
  },
});

interface WaitingItem {
  readonly id: string;
  readonly project: string;
  /** Since when it waits. */
  readonly at: string;
}

interface FoundInSession extends WaitingItem {
  readonly client: string;
  readonly session: string;
  readonly files: readonly string[];
}

/** A decision that was perhaps made. */
export interface CandidateItem extends FoundInSession {
  readonly kind: "decision";
  readonly statement: string;
  readonly alternatives: readonly string[];
  readonly reasoning: string | null;
  readonly quote: string;
  readonly said_by: CandidateOrigin;
  /** Where it is written, if nobody said it in a session. */
  readonly stands_in: string | null;
}

export interface CheckpointItem extends FoundInSession {
  readonly kind: "checkpoint";
  readonly summary: string;
}

export interface OutcomeItem extends WaitingItem {
  readonly kind: "outcome";
  readonly decision: DecisionRow;
  readonly reasoning: string | null;
  readonly assumptions: readonly { readonly text: string; readonly state: AssumptionState }[];
  readonly check_again: readonly string[];
  readonly repository: RepositoryResult;
  /** Places in the code, and what became of them. */
  readonly places: readonly string[];
}

export interface LinkItem extends WaitingItem {
  readonly kind: "link";
  readonly relation: Relation;
  readonly from: DecisionRow;
  readonly to: DecisionRow;
  readonly reason: string;
  readonly evidence: string | null;
  readonly by: AuthorResult;
  /** Links in force that say something else. */
  readonly conflicts: readonly string[];
}

export interface ProposalItem extends WaitingItem {
  readonly kind: "proposal";
  readonly because: ProposalKind;
  readonly statement: string;
  readonly reasoning: string;
  readonly domain: string;
  readonly explanations: readonly string[];
  readonly evidence: readonly string[];
  readonly acceptable_from: string;
}

export type TodayItem = CandidateItem | CheckpointItem | OutcomeItem | LinkItem | ProposalItem;

const todayItem = (item: ReviewItem): TodayItem =>
  (ITEM_OF[item.kind] as (item: ReviewItem) => TodayItem)(item);

const ITEM_OF: { readonly [K in ReviewKind]: (item: ItemOf<K>) => TodayItem } = {
  decision: ({ candidate }) => ({
    ...foundIn(candidate),
    kind: "decision",
    statement: candidate.statement,
    alternatives: candidate.alternatives,
    reasoning: candidate.reasoning ?? null,
    quote: candidate.quote,
    said_by: candidate.origin,
    stands_in: candidate.citation ? citationText(candidate.citation) : null,
  }),
  checkpoint: ({ candidate }) => ({ ...foundIn(candidate), kind: "checkpoint", summary: candidate.summary }),
  outcome: ({ id, project, decision, checkAgain, says, places }) => ({
    kind: "outcome",
    id,
    project,
    at: (decision.dueAt ?? decision.createdAt).toISOString(),
    decision: decisionRow(decision),
    reasoning: decision.reasoning ?? null,
    assumptions: assumptionsIn(decision).map(({ text, state }) => ({ text, state })),
    check_again: checkAgain.map(causeWords),
    repository: repositoryResult(says),
    places: places.map(({ anchor, state }) => `${placeName(anchor)}: ${state}`),
  }),
  link: ({ pending }) => linkItem(pending),
  proposal: ({ id, project, proposal }) => ({
    kind: "proposal",
    id,
    project,
    at: proposal.createdAt.toISOString(),
    because: proposal.kind,
    statement: proposal.statement,
    reasoning: proposal.reasoning,
    domain: proposal.domain,
    explanations: proposal.explanations,
    evidence: proposal.evidence,
    acceptable_from: acceptableFrom(proposal).toISOString(),
  }),
};

const foundIn = ({
  id,
  project,
  at,
  client,
  session,
  files,
}: Candidate | CheckpointDraft): FoundInSession => ({
  id,
  project,
  at: at.toISOString(),
  client,
  session,
  files,
});

export const linkItem = ({ link, from, to, conflicts }: PendingLink): LinkItem => ({
  kind: "link",
  id: link.id,
  project: link.project,
  at: link.proposedAt.toISOString(),
  relation: link.relation,
  from: decisionRow(from),
  to: decisionRow(to),
  reason: link.reason,
  evidence: link.evidence ?? null,
  by: authorResult(link.proposedBy),
  conflicts: conflicts.map(linkSentence),
});
