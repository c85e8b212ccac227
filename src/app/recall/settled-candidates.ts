import type { Decision } from "../../domain/decisions/decision.ts";
import { cautiousRelevance } from "../../domain/recall/cautious-relevance.ts";
import { informationIn } from "../../domain/recall/query-terms.ts";
import type { RecallDeps } from "./deps.ts";
import type { CandidateSearch } from "./find-relevant.ts";

/** Enough to say how such decisions work out. */
const MOST_SETTLED = 20;
/** Less relevant ones say nothing. */
const LEAST_RELEVANCE = 0.05;

/** A decision of which it is known how it worked out. */
export interface SettledCandidate {
  readonly decision: Decision;
  readonly relevance: number;
}

/**
 * The candidates of a search that have a known result, most relevant first. They are of any standing but a draft's,
 * because an outcome stays true after a replacement.
 */
export async function settledCandidates(
  { scope, text, meaning, found }: CandidateSearch,
  { store }: Pick<RecallDeps, "store">,
): Promise<SettledCandidate[]> {
  const query = {
    information: informationIn(found.terms, found.rowsInIndex),
    cjkShare: text.cjkShare,
    model: meaning?.profile,
  };
  const settled = found.candidates
    .filter((candidate) => candidate.settled === true && candidate.standing !== "draft")
    .map((candidate) => ({ id: candidate.id, relevance: cautiousRelevance(candidate, query) }))
    .filter(({ relevance }) => relevance >= LEAST_RELEVANCE)
    .sort((a, b) => b.relevance - a.relevance || (a.id < b.id ? -1 : 1))
    .slice(0, MOST_SETTLED);
  if (settled.length === 0) return [];
  const decisions = await store.decisionsById(
    scope,
    settled.map(({ id }) => id),
  );
  const byId = new Map(decisions.map((decision) => [decision.id, decision]));
  return settled.flatMap(({ id, relevance }) => {
    const decision = byId.get(id);
    return decision ? [{ decision, relevance }] : [];
  });
}
