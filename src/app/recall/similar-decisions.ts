import type { Decision } from "../../domain/decisions/decision.ts";
import type { Scope } from "../../domain/shared/scope.ts";
import type { RecallDeps } from "./deps.ts";
import {
  findRelevant,
  type RankedDecision,
  type RelevantQuery,
  relevantAmong,
  type Searched,
  searchForStatement,
  statementQuery,
} from "./find-relevant.ts";

/** More than anybody reads, and little to load. */
const MOST_PRECEDENTS = 50;

/** What resembles a decision, by its words and by the meaning it was stored with; nothing has to be embedded for it. */
export async function similarTo(decision: Decision, deps: RecallDeps, limit: number): Promise<Decision[]> {
  const meaning = await deps.store.vectorOf(decision.project, decision.id);
  const found = await relevantTo(
    decision.statement,
    { scope: decision.project, meaning, mode: "balanced", limit, without: decision.id },
    deps,
  );
  return found.map((one) => one.decision);
}

/** What became of decisions like the one proposed, also of those that no longer hold. */
export async function precedentsOf(statement: string, scope: Scope, deps: RecallDeps): Promise<Decision[]> {
  const searched = await searchForStatement(statement, scope, deps);
  return (await precedentsAmong(searched, MOST_PRECEDENTS, deps)).map(({ decision }) => decision);
}

/** The same among what a search found, the most relevant first. */
export async function precedentsAmong(
  searched: Searched,
  limit: number,
  deps: Pick<RecallDeps, "store">,
): Promise<readonly RankedDecision[]> {
  return (await relevantAmong(searched, { mode: "audit", limit }, deps)).results;
}

/** Whether a decision answers a statement, by its words: it may not be embedded yet, and the answer has to stay the same. */
export async function isRecalledBy(
  statement: string,
  { id, project }: Decision,
  deps: RecallDeps,
): Promise<boolean> {
  const found = await relevantTo(statement, { scope: project, mode: "audit", limit: MOST_PRECEDENTS }, deps);
  return found.some(({ decision }) => decision.id === id);
}

async function relevantTo(
  statement: string,
  query: Omit<RelevantQuery, "text">,
  deps: RecallDeps,
): Promise<readonly RankedDecision[]> {
  return (await findRelevant({ ...query, text: statementQuery(statement) }, deps)).results;
}
