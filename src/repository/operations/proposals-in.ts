import type { Decision } from "../../decisions/index.ts";
import type { Clock } from "../../shared/ports.ts";
import type { Scope } from "../../shared/scope.ts";
import type { Connection } from "../../store/file/connection.ts";
import type { ProposedOutcome } from "../rules/proposed-outcome.ts";
import type { Report } from "../rules/report.ts";
import { decisionsWithReports } from "../sql/report-rows.ts";
import { repositorySays } from "./repository-says.ts";

/** What finding them takes: little, because a program that only handles one event has to start fast. */
export interface ProposalReading {
  readonly clock: Clock;
  readonly memory: Connection;
}

/** Decisions with something said of them are few, as long as somebody goes through them. */
const MOST_LOOKED_AT = 2_000;

/** An outcome that the repository suggests for a decision. */
export interface DecisionWithProposal {
  readonly decision: Decision;
  readonly proposed: ProposedOutcome;
  readonly reports: readonly Report[];
}

/** What was taken back comes first: that is known, and what is still there only seems fine. */
export async function proposalsIn(scope: Scope, deps: ProposalReading): Promise<DecisionWithProposal[]> {
  const { items } = await decisionsWithReports(deps.memory, scope, MOST_LOOKED_AT);
  const says = await repositorySays(items, deps, scope);
  return items
    .flatMap((decision): DecisionWithProposal[] => {
      const { proposed, reports = [] } = says.get(decision.id) ?? {};
      return proposed ? [{ decision, proposed, reports }] : [];
    })
    .sort((a, b) => Number(b.proposed.status === "failure") - Number(a.proposed.status === "failure"));
}
