import type { Decision } from "../../domain/decisions/decision.ts";
import type { ProposedOutcome } from "../../domain/repository/proposed-outcome.ts";
import type { Report } from "../../domain/repository/report.ts";
import type { ReportStore } from "../../domain/repository/report-store.ts";
import type { Clock } from "../../domain/shared/ports.ts";
import type { Scope } from "../../domain/shared/scope.ts";
import { repositorySays } from "./repository-says.ts";

/** Decisions with something said of them are few, as long as somebody goes through them. */
const MOST_LOOKED_AT = 2_000;

/** What finding them takes: little, because a program that only handles one event has to start fast. */
export interface ProposalReading {
  readonly clock: Clock;
  readonly store: Pick<ReportStore, "decisionsWithReports" | "reportsOf">;
}

/** An outcome that the repository suggests for a decision. */
export interface DecisionWithProposal {
  readonly decision: Decision;
  readonly proposed: ProposedOutcome;
  readonly reports: readonly Report[];
}

/** What was taken back comes first: that is known, and what is still there only seems fine. */
export async function proposalsIn(scope: Scope, deps: ProposalReading): Promise<DecisionWithProposal[]> {
  const { items } = await deps.store.decisionsWithReports(scope, MOST_LOOKED_AT);
  const says = await repositorySays(items, deps, scope);
  return items
    .flatMap((decision): DecisionWithProposal[] => {
      const { proposed, reports = [] } = says.get(decision.id) ?? {};
      return proposed ? [{ decision, proposed, reports }] : [];
    })
    .sort((a, b) => Number(b.proposed.status === "failure") - Number(a.proposed.status === "failure"));
}

/** What need not wait until it is due. */
export async function earlyFailuresIn(scope: Scope, deps: ProposalReading): Promise<DecisionWithProposal[]> {
  const now = deps.clock.now();
  return (await proposalsIn(scope, deps)).filter(
    ({ decision: { dueAt }, proposed }) =>
      proposed.status === "failure" && (dueAt === undefined || dueAt > now),
  );
}
