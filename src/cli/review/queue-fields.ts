import type { CheckpointDraft, DecisionCandidate } from "../../domain/hooks/candidate.ts";
import { proposalFields } from "../../tools/agent-memory/proposal-fields.ts";
import { shortAnchors } from "../../tools/anchor-fields.ts";
import { shortCheckAgain } from "../../tools/check-again-words.ts";
import { pendingLinkFields } from "../../tools/mama/pending-link-fields.ts";
import { decisionFields } from "../../tools/membria/decision-fields.ts";
import { repositoryFields } from "../../tools/membria/report-fields.ts";
import { type ItemOf, type ReviewKind, type ReviewQueue, totalOf } from "../../tools/review/queue.ts";
import { citationFields } from "../citation-fields.ts";

/** The queue for a program. */
export function queueFields({ items, waiting }: ReviewQueue) {
  const ofKind = <K extends ReviewKind>(kind: K): ItemOf<K>[] =>
    items.filter((item): item is ItemOf<K> => item.kind === kind);
  return {
    total: totalOf(waiting),
    waiting,
    decisions: ofKind("decision").map(({ candidate }) => candidateFields(candidate)),
    checkpoints: ofKind("checkpoint").map(({ candidate }) => draftFields(candidate)),
    outcomes: ofKind("outcome").map(({ decision, checkAgain, says, places }) => ({
      ...decisionFields(decision),
      due_at: decision.dueAt?.toISOString(),
      ...shortCheckAgain(checkAgain),
      repository: repositoryFields(says),
      ...shortAnchors(places),
    })),
    links: ofKind("link").map(({ pending, project }) => ({ ...pendingLinkFields(pending), project })),
    proposals: ofKind("proposal").map(({ proposal }) => proposalFields(proposal)),
  };
}

const candidateFields = ({
  origin,
  quote,
  statement,
  alternatives,
  reasoning,
  citation,
  ...one
}: DecisionCandidate) => ({
  ...saidIn(one),
  said_by: origin,
  quote,
  statement,
  alternatives: [...alternatives],
  reasoning: reasoning ?? null,
  stands_in: citation ? citationFields(citation) : null,
});

const draftFields = ({ summary, ...one }: CheckpointDraft) => ({ ...saidIn(one), summary });

const saidIn = ({ id, project, client, session, at, files }: Omit<CheckpointDraft, "summary" | "kind">) => ({
  candidate_id: id,
  project,
  client,
  session,
  at: at.toISOString(),
  files: [...files],
});
