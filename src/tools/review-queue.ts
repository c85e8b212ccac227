/**
 * The queue of what waits for a person, and what each answer to an item does. The page and `membria review` share it.
 */

import {
  acceptCandidate,
  type Candidate,
  type CheckpointDraft,
  type DecisionCandidate,
  listCandidates,
  MOST_LISTED,
  putBackCandidate,
  rejectCandidate,
} from "../candidates/index.ts";
import {
  acceptProposal,
  approveLink,
  type CheckAgain,
  type Decision,
  linkSentence,
  listDue,
  listPendingLinks,
  listProposals,
  type OutcomeStatus,
  type PendingLink,
  type Proposal,
  recordOutcome,
  rejectLink,
  rejectProposal,
  SCORE_BY_STATUS,
} from "../decisions/index.ts";
import { countWaiting, type Waiting } from "../hooks/index.ts";
import { reopenDecision } from "../learning/index.ts";
import type { Deps } from "../memory/index.ts";
import {
  type CheckedAnchor,
  confirmOutcome,
  dismissProposed,
  listEarlyFailures,
  type RepositorySays,
  readCauses,
  repositorySays,
} from "../repository/index.ts";
import type { Notice } from "../shared/errors.ts";
import { type Call, perform } from "../shared/operations/operation.ts";

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

/** The answer of a person about an item. */
export interface Answer {
  readonly verdict: "accepted" | "rejected";
  /** The statement or the summary, in the words of the person. */
  readonly words?: string | undefined;
  /** Of an outcome; otherwise the one that the repository suggests, or success or failure by the verdict. */
  readonly status?: OutcomeStatus | undefined;
  readonly lesson?: string | undefined;
  /** Of an outcome that the repository suggests: nothing follows from what it says. */
  readonly dismissed?: boolean | undefined;
  /** The person has seen which links in force say something else. */
  readonly despiteConflicts?: boolean | undefined;
}

export interface Decided {
  readonly verdict: Answer["verdict"];
  /** Says how things are now, in a sentence. */
  readonly text: string;
  /** The id of what it became. */
  readonly became?: string | undefined;
  readonly notices: readonly Notice[];
  /** Undefined where the memory cannot take it back. */
  readonly undo?: Undo | undefined;
}

/** The way to take an answer back. */
export type Undo = {
  /** Says how things are then. */
  readonly text: string;
} & (
  | { readonly does: "put-back"; readonly candidate: Candidate; readonly became?: string | undefined }
  | { readonly does: "reopen"; readonly id: string }
);

export function takeBackAnswer(undo: Undo, deps: Deps, call: Call): Promise<unknown> {
  if (undo.does === "reopen") return perform(reopenDecision, { ref: undo.id }, deps, call);
  const { candidate, became } = undo;
  return perform(putBackCandidate, { candidate, became }, deps, call);
}

type Decide<Item> = (item: Item, answer: Answer, deps: Deps, call: Call) => Promise<Omit<Decided, "verdict">>;

export async function decideItem(item: ReviewItem, answer: Answer, deps: Deps, call: Call): Promise<Decided> {
  const decide = DECIDE[item.kind] as Decide<ReviewItem>;
  return { verdict: answer.verdict, ...(await decide(item, answer, deps, call)) };
}

const keepOrDrop: Decide<ItemOf<"decision"> | ItemOf<"checkpoint">> = async (
  item,
  { verdict, words },
  deps,
  call,
) => {
  const { id, candidate } = item;
  const putBack = (became?: string): Undo => ({
    does: "put-back",
    candidate,
    became,
    text: `${became === undefined ? "" : `${became} no longer holds, and `}${id} waits again`,
  });
  if (verdict === "rejected") {
    await perform(rejectCandidate, { ref: id }, deps, call);
    return { text: `${id} is dropped.`, notices: [], undo: putBack() };
  }
  const edits = item.kind === "decision" ? { statement: words } : { summary: words };
  const accepted = await perform(acceptCandidate, { ref: id, edits }, deps, call);
  const { notices } = accepted;
  if (accepted.kind === "checkpoint") {
    const became = accepted.checkpoint.id;
    return { text: `Saved as the checkpoint ${became}.`, became, notices };
  }
  const became = accepted.decision.id;
  const text = accepted.repeated
    ? `The same decision is there already: ${became}.`
    : `Recorded as ${became} in ${accepted.decision.project}.`;
  // A decision that was there before must not go with it.
  return { text, became, notices, undo: accepted.repeated ? undefined : putBack(became) };
};

const DECIDE: { readonly [K in ReviewKind]: Decide<ItemOf<K>> } = {
  decision: keepOrDrop,
  checkpoint: keepOrDrop,

  async outcome({ id, says: { proposed } }, { verdict, lesson, status, dismissed }, deps, call) {
    const refused = verdict === "rejected" && status === undefined && proposed?.status === "failure";
    if (dismissed || refused) {
      await perform(dismissProposed, { ref: id }, deps, call);
      return { text: `Nothing follows for ${id} from what the repository says.`, notices: [] };
    }
    const lessons = lesson ? [lesson] : [];
    const given = status ?? (verdict === "rejected" || !proposed ? BY_VERDICT[verdict] : undefined);
    const { outcome, notices } =
      given === undefined
        ? await perform(confirmOutcome, { ref: id, lessons }, deps, call)
        : await perform(
            recordOutcome,
            { ref: id, status: given, score: SCORE_BY_STATUS[given], lessons },
            deps,
            call,
          );
    return {
      text: `The outcome of ${id} is recorded: ${outcome.status}.`,
      became: outcome.id,
      notices,
      undo: {
        does: "reopen",
        id,
        text: `the outcome of ${id} no longer counts`,
      },
    };
  },

  async link({ id }, { verdict, despiteConflicts }, deps, call) {
    if (verdict === "accepted") {
      const { link } = await perform(approveLink, { link: id, despiteConflicts }, deps, call);
      return { text: `${id} is in force: ${linkSentence(link)}.`, notices: [] };
    }
    const { notices } = await perform(rejectLink, { link: id }, deps, call);
    return { text: `${id} is rejected.`, notices };
  },

  async proposal({ id }, { verdict }, deps, call) {
    if (verdict === "accepted") {
      const { decision, notices } = await perform(acceptProposal, { ref: id }, deps, call);
      return { text: `${id} is now the decision ${decision.id}.`, became: decision.id, notices };
    }
    await perform(rejectProposal, { ref: id }, deps, call);
    return { text: `${id} is rejected.`, notices: [] };
  },
};

const BY_VERDICT: Readonly<Record<Answer["verdict"], OutcomeStatus>> = {
  accepted: "success",
  rejected: "failure",
};
