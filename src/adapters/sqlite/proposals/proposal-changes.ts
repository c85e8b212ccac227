import type { ProposalState } from "../../../domain/proposals/proposal.ts";
import { defineChange } from "../log/change.ts";
import { insertProposal, type ProposalRow } from "./proposal-rows.ts";

export const proposalDrafted = defineChange<"proposal.drafted", ProposalRow>({
  action: "proposal.drafted",
  version: 1,
  apply(sql, [row]) {
    if (row) insertProposal(sql, row);
  },
});

/** What was added to the evidence, under the names that it has in a row. */
type Fed = { readonly fed_at: number; readonly reasoning: string; readonly evidence: readonly string[] };

export const proposalFed = defineChange<"proposal.fed", Fed>({
  action: "proposal.fed",
  version: 1,
  apply(sql, [fed], { subject }) {
    if (!fed) return;
    const { fed_at, reasoning, evidence } = fed;
    sql.run(
      "UPDATE proposals SET fed_at = ?, body = json_patch(body, ?) WHERE id = ?",
      fed_at,
      JSON.stringify({ reasoning, evidence }),
      subject,
    );
  },
});

const closed = <S extends Exclude<ProposalState, "draft">>(state: S) =>
  defineChange<`proposal.${S}`, Record<string, never>>({
    action: `proposal.${state}`,
    version: 1,
    apply(sql, _, { subject }) {
      sql.run("UPDATE proposals SET state = ? WHERE id = ?", state, subject);
    },
  });
export const proposalClosed = {
  accepted: closed("accepted"),
  rejected: closed("rejected"),
  expired: closed("expired"),
} as const;
