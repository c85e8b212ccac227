import { recordOutcome } from "../../app/decisions/record-outcome.ts";
import { reopenDecision } from "../../app/decisions/reopen-decision.ts";
import type { Deps } from "../../app/deps.ts";
import { acceptCandidate } from "../../app/hooks/accept-candidate.ts";
import { putBackCandidate } from "../../app/hooks/put-back-candidate.ts";
import { rejectCandidate } from "../../app/hooks/reject-candidate.ts";
import { approveLink } from "../../app/links/approve-link.ts";
import { rejectLink } from "../../app/links/reject-link.ts";
import { acceptProposal } from "../../app/proposals/accept-proposal.ts";
import { rejectProposal } from "../../app/proposals/reject-proposal.ts";
import { confirmOutcome } from "../../app/repository/confirm-outcome.ts";
import { dismissProposed } from "../../app/repository/dismiss-proposed.ts";
import { type Call, perform } from "../../app/shared/operation.ts";
import { type OutcomeStatus, SCORE_BY_STATUS } from "../../domain/decisions/outcome.ts";
import type { Candidate } from "../../domain/hooks/candidate.ts";
import { linkSentence } from "../../domain/links/link.ts";
import type { Notice } from "../../domain/shared/remedy.ts";
import type { ItemOf, ReviewItem, ReviewKind } from "./queue.ts";

/** What the person says about an item. */
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
  /** What it is now, in a sentence. */
  readonly text: string;
  /** The id of what it became. */
  readonly became?: string | undefined;
  readonly notices: readonly Notice[];
  /** Undefined where the memory cannot take it back. */
  readonly undo?: Undo | undefined;
}

/** What takes an answer back. */
export type Undo = {
  /** What it is then. */
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
  // What was there before must not go with it.
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
