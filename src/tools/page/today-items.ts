import type { PendingLink } from "../../app/links/list-pending-links.ts";
import { type AssumptionState, assumptionsIn } from "../../domain/decisions/assumption.ts";
import type { Candidate, CandidateOrigin, CheckpointDraft } from "../../domain/hooks/candidate.ts";
import { citationText } from "../../domain/hooks/citation.ts";
import { causeWords } from "../../domain/links/check-again-words.ts";
import { linkSentence, type Relation } from "../../domain/links/link.ts";
import { acceptableFrom, type ProposalKind } from "../../domain/proposals/proposal.ts";
import { placeName } from "../../domain/repository/anchor-state.ts";
import type { ItemOf, ReviewItem, ReviewKind } from "../review/queue.ts";
import { type RepositoryResult, repositoryResult } from "./decision-parts.ts";
import { type AuthorResult, authorResult, type DecisionRow, decisionRow } from "./decision-row.ts";

interface Waiting {
  readonly id: string;
  readonly project: string;
  /** Since when it waits. */
  readonly at: string;
}

interface FoundInSession extends Waiting {
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

export interface OutcomeItem extends Waiting {
  readonly kind: "outcome";
  readonly decision: DecisionRow;
  readonly reasoning: string | null;
  readonly assumptions: readonly { readonly text: string; readonly state: AssumptionState }[];
  readonly check_again: readonly string[];
  readonly repository: RepositoryResult;
  /** Places in the code, and what became of them. */
  readonly places: readonly string[];
}

export interface LinkItem extends Waiting {
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

export interface ProposalItem extends Waiting {
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

export const todayItem = (item: ReviewItem): TodayItem =>
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
