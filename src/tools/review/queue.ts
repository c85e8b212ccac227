import { listDue } from "../../app/decisions/list-due.ts";
import type { Deps } from "../../app/deps.ts";
import { countWaiting, type Waiting } from "../../app/hooks/count-waiting.ts";
import { listCandidates, MOST_LISTED } from "../../app/hooks/list-candidates.ts";
import { listPendingLinks, type PendingLink } from "../../app/links/list-pending-links.ts";
import { listProposals } from "../../app/proposals/list-proposals.ts";
import { listEarlyFailures } from "../../app/repository/list-proposed-outcomes.ts";
import { readCauses } from "../../app/repository/read-causes.ts";
import { type RepositorySays, repositorySays } from "../../app/repository/repository-says.ts";
import { type Call, perform } from "../../app/shared/operation.ts";
import type { Decision } from "../../domain/decisions/decision.ts";
import type { CheckpointDraft, DecisionCandidate } from "../../domain/hooks/candidate.ts";
import type { CheckAgain } from "../../domain/links/check-again.ts";
import type { Proposal } from "../../domain/proposals/proposal.ts";
import type { CheckedAnchor } from "../../domain/repository/anchor-state.ts";

interface Named {
  readonly id: string;
  readonly project: string;
}

/** Something that a person is asked about. */
export type ReviewItem = Named &
  (
    | { readonly kind: "decision"; readonly candidate: DecisionCandidate }
    | { readonly kind: "checkpoint"; readonly candidate: CheckpointDraft }
    | {
        readonly kind: "outcome";
        readonly decision: Decision;
        /** Why it should be looked at again. */
        readonly checkAgain: readonly CheckAgain[];
        readonly says: RepositorySays;
        readonly places: readonly CheckedAnchor[];
      }
    | { readonly kind: "link"; readonly pending: PendingLink }
    | { readonly kind: "proposal"; readonly proposal: Proposal }
  );
export type ReviewKind = ReviewItem["kind"];
export type ItemOf<K extends ReviewKind> = Extract<ReviewItem, { kind: K }>;

export interface ReviewQueue {
  /** In the order in which they are asked about. */
  readonly items: readonly ReviewItem[];
  /** How many there are, also of those that did not fit into the limit. */
  readonly waiting: Waiting;
}

/** The lowest of what the lists take. */
export const MOST_OF_A_KIND = 500;

/** At most so many of each kind. What is quickly forgotten comes first. */
export async function readQueue(deps: Deps, call: Call, limit: number): Promise<ReviewQueue> {
  // Candidates of both kinds are in one list.
  const { items: candidates } = await perform(listCandidates, { limit: MOST_LISTED }, deps, call);
  const due = await perform(listDue, { limit }, deps, call);
  const early = await perform(listEarlyFailures, { limit }, deps, call);
  const outcomes = [...early.items.map(({ decision }) => decision), ...due.items].slice(0, limit);
  const says = await repositorySays(outcomes, deps, call.scope);
  const { causes: toCheck, places } = await readCauses(outcomes, call.scope, deps);
  const { pending } = await perform(listPendingLinks, { limit }, deps, call);
  const proposals = await perform(listProposals, { limit }, deps, call);
  const ofKind = <K extends "decision" | "checkpoint">(kind: K): ItemOf<K>[] =>
    candidates
      .filter((candidate) => candidate.kind === kind)
      .slice(0, limit)
      .map((candidate) => ({ kind, id: candidate.id, project: candidate.project, candidate }) as ItemOf<K>);
  return {
    items: [
      ...ofKind("decision"),
      ...ofKind("checkpoint"),
      ...outcomes.map((decision): ItemOf<"outcome"> => {
        const { id, project } = decision;
        return {
          kind: "outcome",
          id,
          project,
          decision,
          checkAgain: toCheck.get(id) ?? [],
          says: says.get(id) ?? { reports: [] },
          places: places.get(id) ?? [],
        };
      }),
      ...pending.map(
        (one) => ({ kind: "link", id: one.link.id, project: one.link.project, pending: one }) as const,
      ),
      ...proposals.map(
        (proposal) => ({ kind: "proposal", id: proposal.id, project: proposal.project, proposal }) as const,
      ),
    ],
    waiting: await perform(countWaiting, {}, deps, call),
  };
}

export const totalOf = (waiting: Waiting): number =>
  Object.values(waiting).reduce((sum: number, count: number) => sum + count, 0);
