import type { Decision } from "../../domain/decisions/decision.ts";
import { storedVector } from "./comparable-vector.ts";
import type { RecallDeps } from "./deps.ts";
import {
  type CandidateSearch,
  findStrong,
  type RankedDecision,
  type RelevantQuery,
  statementQuery,
  strongAmong,
} from "./find-relevant.ts";

/** More than anybody reads, and still fast to load. */
const MOST_PRECEDENTS = 50;

/** Decisions similar to a stored one, by its words and its stored vector. Nothing is embedded. */
export async function similarTo(decision: Decision, deps: RecallDeps, limit: number): Promise<Decision[]> {
  const meaning = await storedVector(decision, deps);
  const found = await relevantTo(
    decision.statement,
    { scope: decision.project, meaning, mode: "balanced", limit, without: decision.id },
    deps,
  );
  return found.map((ranked) => ranked.decision);
}

/** The precedents among the candidates of a search, most relevant first. */
export async function precedentsIn(
  searched: CandidateSearch,
  limit: number,
  deps: Pick<RecallDeps, "store">,
): Promise<readonly RankedDecision<"strong">[]> {
  return strongAmong(searched, { mode: "audit", limit }, deps);
}

/**
 * Whether a search by words for the statement finds the decision. Vectors are not used, because it may not be embedded
 * yet.
 */
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
): Promise<readonly RankedDecision<"strong">[]> {
  return findStrong({ ...query, text: statementQuery(statement) }, deps);
}
