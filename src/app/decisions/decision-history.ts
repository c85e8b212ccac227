import type { Decision } from "../../domain/decisions/decision.ts";
import { countingOutcome, type Outcome } from "../../domain/decisions/outcome.ts";
import type { History, OutcomeStore } from "../../domain/decisions/outcome-store.ts";
import type { Scope } from "../../domain/shared/scope.ts";

/** All outcomes and signals of one decision. */
export async function historyOf(
  { id, project }: Decision,
  { store }: { readonly store: Pick<OutcomeStore, "historiesOf"> },
): Promise<History> {
  return (await store.historiesOf(project, [id])).get(id) ?? { outcomes: [], signals: [] };
}

/** The current outcome by decision id; decisions without one are left out. */
export async function lastOutcomes(
  decisions: readonly Decision[],
  scope: Scope,
  { store }: { readonly store: Pick<OutcomeStore, "historiesOf"> },
): Promise<ReadonlyMap<string, Outcome>> {
  if (decisions.length === 0) return new Map();
  const ids = decisions.map(({ id }) => id);
  const histories = await store.historiesOf(scope, ids);
  return new Map(
    decisions.flatMap((decision) => {
      const current = countingOutcome(decision, histories.get(decision.id)?.outcomes ?? []);
      return current ? [[decision.id, current] as const] : [];
    }),
  );
}
