/** Finds decisions that resemble one: to be shown, to be counted, and to learn from. */
import { type Decision, isStopWord } from "../../decisions/index.ts";
import { textQuery } from "../../shared/words/search-text.ts";
import { informationIn, withoutOneRow } from "../rules/query-terms.ts";
import { cautiousRelevance, RELEVANCE_THRESHOLD } from "../rules/relevance.ts";
import type { RecallDeps } from "./deps.ts";
import { storedVector } from "./embed-query.ts";
import {
  type CandidateSearch,
  findStrong,
  PER_METHOD,
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

/** Enough to say how such decisions work out. They are compared with each other. */
const MOST_SETTLED = 60;

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

/**
 * The decisions with an outcome that are relevant to a decision, with their relevance. It uses the stored vector, so
 * nothing is embedded. The word counts are computed as if the decision itself were not stored, because otherwise all
 * its words would count as known. Stop words are left out.
 */
export async function findSimilarWithOutcome(
  decision: Decision,
  deps: Pick<RecallDeps, "store" | "profiles">,
): Promise<ReadonlyMap<string, number>> {
  const { terms: words, ...query } = textQuery(decision.statement);
  const text = {
    ...query,
    terms: words.filter((word) => !isStopWord(word)),
    phrases: [],
    onlyPhrases: false,
  };
  const meaning = await storedVector(decision, deps);
  const { candidates, terms, rowsInIndex } = await deps.store.findCandidates({
    scope: decision.project,
    text,
    meaning,
    perMethod: PER_METHOD,
    settledOnly: true,
  });
  const others = withoutOneRow(terms);
  const shared = { ...terms, kept: terms.kept.filter(({ rows }) => rows > 1) };
  const information = {
    ...informationIn(others, rowsInIndex - 1),
    // The index scored the rows while the decision was among them.
    best: informationIn(shared, rowsInIndex).best,
  };
  return new Map(
    candidates
      .filter(({ id, standing }) => id !== decision.id && standing !== "draft")
      .map((row): [string, number] => [
        row.id,
        cautiousRelevance(row, { information, cjkShare: text.cjkShare, model: meaning?.profile }),
      ])
      .filter(([, relevance]) => relevance >= RELEVANCE_THRESHOLD),
  );
}
