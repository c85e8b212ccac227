import type { Decision } from "../domain/decision.ts";
import type { SearchMode } from "../domain/ranking.ts";
import { textQuery } from "../domain/search-text.ts";
import type { CandidateQuery, Scope } from "../domain/store.ts";
import { embedQuery } from "./embed-query.ts";
import { findRelevant, type RankedDecision } from "./find-relevant.ts";
import type { Deps } from "./operation.ts";

/** More than anybody reads, and little to load. */
const MOST_PRECEDENTS = 50;

/** What resembles a decision, by its words and by the meaning it was stored with; nothing has to be embedded for it. */
export async function similarTo(decision: Decision, deps: Deps, limit: number): Promise<Decision[]> {
  const meaning = await deps.store.vectorOf(decision.id);
  const found = await relevantTo(decision.statement, decision.project, meaning, "balanced", limit + 1, deps);
  return found
    .map((one) => one.decision)
    .filter(({ id }) => id !== decision.id)
    .slice(0, limit);
}

/** What became of decisions like the one proposed, also of those that no longer hold. */
export async function precedentsOf(statement: string, scope: Scope, deps: Deps): Promise<Decision[]> {
  const { meaning } = await embedQuery(statement, deps);
  const found = await relevantTo(statement, scope, meaning, "audit", MOST_PRECEDENTS, deps);
  return found.map(({ decision }) => decision);
}

async function relevantTo(
  statement: string,
  scope: Scope,
  meaning: CandidateQuery["meaning"],
  mode: SearchMode,
  limit: number,
  deps: Deps,
): Promise<readonly RankedDecision[]> {
  // Quotation marks in a statement are not a demand.
  const text = { ...textQuery(statement), phrases: [], onlyPhrases: false };
  const { results } = await findRelevant({ text, meaning, scope, mode, limit }, deps);
  return results;
}
