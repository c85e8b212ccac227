import type { Decision } from "../domain/decision.ts";
import { massOf } from "../domain/query-terms.ts";
import { rank, type SearchMode } from "../domain/ranking.ts";
import { textQuery } from "../domain/search-text.ts";
import type { CandidateQuery, Scope } from "../domain/store.ts";
import { embedQuery } from "./embed-query.ts";
import type { Deps } from "./operation.ts";

const PER_METHOD = 100;

/** What resembles a decision, by its words and by the meaning it was stored with; nothing has to be embedded for it. */
export async function similarTo(decision: Decision, deps: Deps, limit: number): Promise<Decision[]> {
  const meaning = await deps.store.vectorOf(decision.id);
  const found = await relevantTo(decision.statement, decision.project, meaning, "balanced", deps);
  return found.filter(({ id }) => id !== decision.id).slice(0, limit);
}

/** What became of decisions like the one proposed, also of those that no longer hold. */
export async function precedentsOf(statement: string, scope: Scope, deps: Deps): Promise<Decision[]> {
  const { meaning } = await embedQuery(statement, deps);
  return relevantTo(statement, scope, meaning, "audit", deps);
}

/** Whether a decision answers a statement, by its words: it may not be embedded yet, and the answer has to stay the same. */
export async function isRecalledBy(
  statement: string,
  { id, project }: Decision,
  deps: Deps,
): Promise<boolean> {
  const found = await relevantTo(statement, project, undefined, "audit", deps);
  return found.some((decision) => decision.id === id);
}

async function relevantTo(
  statement: string,
  scope: Scope,
  meaning: CandidateQuery["meaning"],
  mode: SearchMode,
  { store }: Deps,
): Promise<Decision[]> {
  // Quotation marks in a statement are not a demand.
  const text = { ...textQuery(statement), phrases: [], onlyPhrases: false };
  const { candidates, terms, rowsInIndex } = await store.findCandidates({
    scope,
    text,
    meaning,
    perMethod: PER_METHOD,
  });
  const asked = { mass: massOf(terms, rowsInIndex), cjkShare: text.cjkShare };
  return rank(candidates, asked, mode).results.map(({ candidate }) => candidate.decision);
}
