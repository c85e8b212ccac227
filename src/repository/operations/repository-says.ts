import type { Decision } from "../../decisions/index.ts";
import type { Clock } from "../../shared/ports.ts";
import type { Scope } from "../../shared/scope.ts";
import type { Connection } from "../../store/file/connection.ts";
import { type ProposedOutcome, proposedOutcome } from "../rules/proposed-outcome.ts";
import type { Report } from "../rules/report.ts";
import { reportsOf } from "../sql/report-rows.ts";

/** What the repository says of a decision, and what it suggests. */
export interface RepositorySays {
  readonly reports: readonly Report[];
  readonly proposed?: ProposedOutcome | undefined;
}

/** By decision id; every decision has an entry. */
export async function repositorySays(
  decisions: readonly Decision[],
  { memory, clock }: { readonly memory: Connection; readonly clock: Clock },
  scope: Scope,
): Promise<ReadonlyMap<string, RepositorySays>> {
  if (decisions.length === 0) return new Map();
  const reports = await reportsOf(
    memory,
    scope,
    decisions.map(({ id }) => id),
  );
  const now = clock.now();
  return new Map(
    decisions.map((decision) => {
      const said = reports.get(decision.id) ?? [];
      return [decision.id, { reports: said, proposed: proposedOutcome(decision, said, now) }];
    }),
  );
}
