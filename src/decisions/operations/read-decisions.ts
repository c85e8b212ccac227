/** Reads decisions by id, their histories, and which of them to check again. */

import * as z from "zod";
import { DecisionRef } from "../../shared/ids.ts";
import { defineOperation } from "../../shared/operations/operation.ts";
import type { Scope } from "../../shared/scope.ts";
import type { Connection } from "../../store/file/connection.ts";
import { type CheckAgainById, checkAgain, foundationOf, mayBeCheckedAgain } from "../rules/check-again.ts";
import { type Decision, decisionNotFound } from "../rules/decision.ts";
import { countingOutcome, type History, type Outcome } from "../rules/outcome.ts";
import { decisionsById, findDecision } from "../sql/decisions.ts";
import { dependencesOf } from "../sql/linked-decisions.ts";
import { historiesOf } from "../sql/outcomes.ts";
import type { DecisionDeps } from "./deps.ts";

/** As many as one decision may replace, and a page of a list. */
const MOST_READ = 200;

export const readDecisions = defineOperation({
  name: "read-decisions",
  summary: "Read decisions by their ids, without those that do not exist or belong to another project.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({ ids: z.array(DecisionRef).max(MOST_READ) }),
  run: ({ ids }, { memory }: DecisionDeps, { scope }) => decisionsById(memory, scope, ids),
});

export async function requireDecision(
  { memory }: { readonly memory: Connection },
  scope: Scope,
  ref: string,
  /** The field of the operation that names it. */
  field?: string,
): Promise<Decision> {
  const decision = await findDecision(memory, scope, ref);
  if (!decision) throw decisionNotFound(ref, scope, field);
  return decision;
}

/** All outcomes and signals of one decision. */
export async function historyOf(
  { id, project }: Decision,
  { memory }: { readonly memory: Connection },
): Promise<History> {
  return (await historiesOf(memory, project, [id])).get(id) ?? { outcomes: [], signals: [] };
}

/** The current outcome by decision id; decisions without one are left out. */
export async function lastOutcomes(
  decisions: readonly Decision[],
  scope: Scope,
  { memory }: { readonly memory: Connection },
): Promise<ReadonlyMap<string, Outcome>> {
  if (decisions.length === 0) return new Map();
  const ids = decisions.map(({ id }) => id);
  const histories = await historiesOf(memory, scope, ids);
  return new Map(
    decisions.flatMap((decision) => {
      const current = countingOutcome(decision, histories.get(decision.id)?.outcomes ?? []);
      return current ? [[decision.id, current] as const] : [];
    }),
  );
}

/** Which of these decisions should be looked at again, and why. One call of the store, whatever their number. */
export async function readCheckAgain(
  decisions: readonly Decision[],
  scope: Scope,
  { memory }: { readonly memory: Connection },
): Promise<CheckAgainById> {
  const holding = decisions.filter(mayBeCheckedAgain);
  if (holding.length === 0) return new Map();
  const dependences = await dependencesOf(
    memory,
    scope,
    holding.map(({ id }) => id),
  );
  return checkAgain(
    holding.map((decision) => foundationOf(decision)),
    dependences,
  );
}
