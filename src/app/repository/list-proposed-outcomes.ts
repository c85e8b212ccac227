import * as z from "zod";
import type { Decision } from "../../domain/decisions/decision.ts";
import type { ProposedOutcome } from "../../domain/repository/proposed-outcome.ts";
import type { Report } from "../../domain/repository/report.ts";
import { defineOperation } from "../shared/operation.ts";
import type { RepositoryDeps } from "./deps.ts";
import { repositorySays } from "./repository-says.ts";

/** Decisions with something said of them are few, as long as somebody goes through them. */
const MOST_LOOKED_AT = 2_000;

/** An outcome that the repository suggests for a decision. */
export interface DecisionWithProposal {
  readonly decision: Decision;
  readonly proposed: ProposedOutcome;
  readonly reports: readonly Report[];
}

export const listProposedOutcomes = defineOperation({
  name: "list-proposed-outcomes",
  summary: "Outcomes that the repository suggests and nobody has confirmed.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({ limit: z.number().int().min(1).max(1_000).default(20) }),
  async run(
    { limit },
    deps: Pick<RepositoryDeps, "clock"> & {
      readonly store: Pick<RepositoryDeps["store"], "decisionsWithReports" | "reportsOf">;
    },
    { scope },
  ) {
    const { items } = await deps.store.decisionsWithReports(scope, MOST_LOOKED_AT);
    const says = await repositorySays(items, deps, scope);
    const found = items.flatMap((decision): DecisionWithProposal[] => {
      const { proposed, reports = [] } = says.get(decision.id) ?? {};
      return proposed ? [{ decision, proposed, reports }] : [];
    });
    // What was taken back is known; what is still there only seems fine.
    found.sort((a, b) => Number(b.proposed.status === "failure") - Number(a.proposed.status === "failure"));
    return { items: found.slice(0, limit), total: found.length };
  },
});
