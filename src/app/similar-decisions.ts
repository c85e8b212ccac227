import type { Decision } from "../domain/decision.ts";
import { textQuery } from "../domain/search-text.ts";
import type { Scope } from "../domain/store.ts";
import { embedQuery } from "./embed-query.ts";
import { findRelevant, type RankedDecision, type RelevantQuery } from "./find-relevant.ts";
import type { Deps } from "./operation.ts";

/** More than anybody reads, and little to load. */
const MOST_PRECEDENTS = 50;

/** What resembles a decision, by its words and by the meaning it was stored with; nothing has to be embedded for it. */
export async function similarTo(decision: Decision, deps: Deps, limit: number): Promise<Decision[]> {
  const meaning = await deps.store.vectorOf(decision.id);
  const found = await relevantTo(
    decision.statement,
    { scope: decision.project, meaning, mode: "balanced", limit, without: decision.id },
    deps,
  );
  return found.map((one) => one.decision);
}

/** What became of decisions like the one proposed, also of those that no longer hold. */
export async function precedentsOf(statement: string, scope: Scope, deps: Deps): Promise<Decision[]> {
  const { meaning } = await embedQuery(statement, deps);
  const found = await relevantTo(statement, { scope, meaning, mode: "audit", limit: MOST_PRECEDENTS }, deps);
  return found.map(({ decision }) => decision);
}

/** Whether a decision answers a statement, by its words: it may not be embedded yet, and the answer has to stay the same. */
export async function isRecalledBy(
  statement: string,
  { id, project }: Decision,
  deps: Deps,
): Promise<boolean> {
  const found = await relevantTo(statement, { scope: project, mode: "audit", limit: MOST_PRECEDENTS }, deps);
  return found.some(({ decision }) => decision.id === id);
}

async function relevantTo(
  statement: string,
  query: Omit<RelevantQuery, "text">,
  deps: Deps,
): Promise<readonly RankedDecision[]> {
  // Quotation marks in a statement are not a demand.
  const text = { ...textQuery(statement), phrases: [], onlyPhrases: false };
  return (await findRelevant({ ...query, text }, deps)).results;
}
