import * as z from "zod";
import { ProposalRef, proposalId } from "../../domain/proposals/proposal.ts";
import { actOf, defineOperation } from "../shared/operation.ts";
import type { ProposalDeps } from "./deps.ts";
import { withoutLostVerdict } from "./without-lost-verdict.ts";

export const rejectProposal = defineOperation({
  name: "reject-proposal",
  summary: "Turn a proposal down, so that what speaks for it does not come up again.",
  effect: "update",
  role: "admin",
  input: z.strictObject({ ref: ProposalRef }),
  run: ({ ref }, deps: ProposalDeps, call) =>
    deps.store.closeProposal(call.scope, proposalId(ref), "rejected", actOf(deps, call)),
  shares: {
    records: ({ id }) => [id],
    claims: ({ id }) => [id],
    withoutLost: (proposal, lost) => withoutLostVerdict({ proposal }, lost).proposal,
  },
});
