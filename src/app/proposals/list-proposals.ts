import * as z from "zod";
import { PROPOSAL_STATES } from "../../domain/proposals/proposal.ts";
import { defineOperation } from "../shared/operation.ts";
import type { ProposalDeps } from "./deps.ts";

export const listProposals = defineOperation({
  name: "list-proposals",
  summary: "What reflection proposes, the newest first.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({
    state: z.enum(PROPOSAL_STATES).default("draft"),
    limit: z.number().int().min(1).max(1_000).default(20),
  }),
  run: ({ state, limit }, { store }: ProposalDeps, { scope }) => store.listProposals(scope, state, limit),
});
