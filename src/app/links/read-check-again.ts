import type { Decision } from "../../domain/decisions/decision.ts";
import {
  type CheckAgainById,
  checkAgain,
  foundationOf,
  mayBeCheckedAgain,
} from "../../domain/links/check-again.ts";
import type { DependenceStore } from "../../domain/links/dependence-store.ts";
import type { Scope } from "../../domain/shared/scope.ts";

/** Which of these decisions should be looked at again, and why. One call of the store, whatever their number. */
export async function readCheckAgain(
  decisions: readonly Decision[],
  scope: Scope,
  { store }: { readonly store: DependenceStore },
): Promise<CheckAgainById> {
  const holding = decisions.filter(mayBeCheckedAgain);
  if (holding.length === 0) return new Map();
  const dependences = await store.dependencesOf(
    scope,
    holding.map(({ id }) => id),
  );
  return checkAgain(
    holding.map((decision) => foundationOf(decision)),
    dependences,
  );
}
