import { type Decision, decisionNotFound } from "../../domain/decisions/decision.ts";
import type { DecisionStore } from "../../domain/decisions/decision-store.ts";
import type { Scope } from "../../domain/shared/scope.ts";

export async function requireDecision(
  { store }: { readonly store: Pick<DecisionStore, "findDecision"> },
  scope: Scope,
  ref: string,
  /** The field of the operation that names it. */
  field?: string,
): Promise<Decision> {
  const decision = await store.findDecision(scope, ref);
  if (!decision) throw decisionNotFound(ref, scope, field);
  return decision;
}
