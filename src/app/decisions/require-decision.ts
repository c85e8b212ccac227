import { type Decision, decisionNotFound } from "../../domain/decisions/decision.ts";
import type { Scope } from "../../domain/store.ts";
import type { Deps } from "../shared/operation.ts";

export async function requireDecision(
  { store }: Pick<Deps, "store">,
  scope: Scope,
  ref: string,
): Promise<Decision> {
  const decision = await store.findDecision(scope, ref);
  if (!decision) throw decisionNotFound(ref, scope);
  return decision;
}
