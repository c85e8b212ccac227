import { DECISION_ID } from "../../../domain/shared/ids.ts";
import type { LostPlace } from "../../../domain/team/replacement.ts";
import { replacementFor } from "../../../domain/team/replacement.ts";
import {
  type ProposalEvent,
  type SettledProposal,
  settleProposal,
} from "../../../domain/team/review-state.ts";
import type { LostClaim } from "../../../domain/team/team-store.ts";
import { type ProposalRow, proposalRow } from "../proposals/proposal-rows.ts";
import type { Fields, Said, TeamEntry } from "./team-entries.ts";

type Fed = { readonly fed_at: number; readonly reasoning: string; readonly evidence: readonly string[] };

export interface SettledProposalRow {
  readonly id: string;
  readonly row: ProposalRow | undefined;
  readonly lost: readonly LostClaim[];
}

/** Who settled a proposal first, and who came too late. */
export function closingOf(said: Said, id: string): SettledProposal<Fed> {
  return settleProposal(said.about(id).flatMap((entry) => eventIn(said, entry, id)));
}

/** The proposal as everything that was said of it makes it. `lost` is set if it follows from a place that was lost. */
export function settledProposal(
  said: Said,
  id: string,
  ownOrigin: string,
  lost?: LostPlace,
): SettledProposalRow {
  const entries = said.about(id);
  const first = entries.flatMap((entry) => firstIn(said, entry, id))[0];
  const base = first ?? (lost && proposalRow(replacementFor(lost)));
  const { fed, closed, late } = settleProposal(entries.flatMap((entry) => eventIn(said, entry, id)));
  const row = base && {
    ...base,
    ...(closed && { state: closed.state }),
    ...(fed && {
      fed_at: fed.fed_at,
      body: { ...base.body, reasoning: fed.reasoning, evidence: fed.evidence },
    }),
  };
  const tooLate = late
    .filter(
      ({ origin, state, decision }) =>
        origin === ownOrigin && (state !== closed?.state || decision !== closed.decision),
    )
    .map(() => ({ subject: id, winner: closed?.decision ?? (closed?.state as string) }));
  return { id, row, lost: tooLate };
}

function firstIn(said: Said, entry: TeamEntry, id: string): ProposalRow[] {
  if (entry.subject === id && entry.action === "proposal.drafted") {
    const [row] = said.argsOf(entry);
    return row ? [row as unknown as ProposalRow] : [];
  }
  if (entry.action !== "import.continued" && entry.action !== "record.existing") return [];
  return said
    .argsOf(entry)
    .filter((part): part is Fields => part?.["kind"] === "proposal")
    .map(({ proposal }) => proposal as unknown as ProposalRow)
    .filter((proposal) => proposal.id === id);
}

function eventIn(said: Said, entry: TeamEntry, id: string): ProposalEvent<Fed>[] {
  if (entry.subject !== id) return [];
  const { origin, seq, position, at, refs } = entry;
  const place = { origin, seq, position, at };
  switch (entry.action) {
    case "proposal.fed": {
      const [fed] = said.argsOf(entry);
      return fed ? [{ ...place, kind: "fed", fed: fed as unknown as Fed }] : [];
    }
    case "proposal.accepted":
    case "proposal.rejected":
    case "proposal.expired": {
      const state = entry.action.slice("proposal.".length) as "accepted";
      return [{ ...place, kind: "closed", state, decision: refs.find((ref) => DECISION_ID.test(ref)) }];
    }
    default:
      return [];
  }
}
