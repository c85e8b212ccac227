import * as z from "zod";
import { ProposalRef, proposalId, proposalNotFound } from "../../domain/proposals/proposal.ts";
import { defineOperation } from "../shared/operation.ts";
import type { ProposalDeps } from "./deps.ts";

export const getProposal = defineOperation({
  name: "get-proposal",
  summary: "Read one proposal whole, with its evidence and what else could explain it.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({ ref: ProposalRef }),
  async run({ ref }, { store }: ProposalDeps, { scope }) {
    const proposal = await store.findProposal(scope, proposalId(ref));
    if (!proposal) throw proposalNotFound(ref, scope);
    return proposal;
  },
});
