/** Finds the precedents of a proposed decision, and reads what became of each. */
import {
  type CheckAgain,
  type Decision,
  hasFailed,
  lastOutcomes,
  readCheckAgain,
} from "../../decisions/index.ts";
import { type CandidateSearch, precedentsIn, settledCandidates } from "../../recall/index.ts";
import type { CheckedAnchor } from "../../repository/index.ts";
import type { Call } from "../../shared/operations/operation.ts";
import type { Scope } from "../../shared/scope.ts";
import { type CitedEvidence, citationsOf, type PrecedentHistory } from "../rules/precedent.ts";
import type { ApprovedContradiction } from "../rules/precedent-warnings.ts";
import type { SettledPrecedent } from "../rules/track-record.ts";
import type { GuidanceDeps } from "./deps.ts";

/** Precedents are sorted by relevance; those beyond this are too far away for a warning. */
const MOST_PRECEDENTS = 20;

/** A draft is not decided yet, so it is neither shown as a precedent nor used for a warning. */
export const isNotDraft = ({ standing }: Pick<Decision, "standing">): boolean => standing !== "draft";

export interface FoundPrecedent extends PrecedentHistory {
  readonly relevance: number;
  /** Why it should be looked at again. */
  readonly checkAgain?: readonly CheckAgain[] | undefined;
  /** Places in the code that it is about, where somebody looked. */
  readonly places?: readonly CheckedAnchor[] | undefined;
}

/** The results of a search for a proposed decision, most relevant first and without drafts. */
export interface Precedents {
  /** Relevant enough to be shown. */
  readonly found: readonly FoundPrecedent[];
  /** Those with a known result, also less relevant ones: together they say how such ways work out. */
  readonly settled: readonly SettledPrecedent[];
  /** All that the search found. */
  readonly searched: Pick<CandidateSearch, "scope" | "found">;
}

export async function findPrecedents(
  searched: CandidateSearch,
  deps: GuidanceDeps,
  call: Pick<Call, "scope">,
): Promise<Precedents> {
  const ranked = (await precedentsIn(searched, MOST_PRECEDENTS, deps)).filter(({ decision }) =>
    isNotDraft(decision),
  );
  const histories = await readPrecedentHistories(
    ranked.map(({ decision }) => decision),
    deps,
    call,
  );
  const toCheck = await readCheckAgain(
    ranked.map(({ decision }) => decision),
    call.scope,
    deps,
  );
  return {
    found: ranked.map(({ decision, relevance }, i) => ({
      ...(histories[i] as PrecedentHistory),
      relevance,
      checkAgain: toCheck.get(decision.id),
    })),
    settled: await settledCandidates(searched, deps),
    searched,
  };
}

const MOST_CONTRADICTED = 10;
const MOST_CONTRADICTIONS = 50;
const MOST_CITING = 5;
/** A chain of replacements is followed no further than this. */
const LONGEST_CHAIN = 50;

/** Reads the lessons of precedents, and the decisions that replaced them. */
async function readPrecedentHistories(
  precedents: readonly Decision[],
  deps: GuidanceDeps,
  { scope }: Pick<Call, "scope">,
): Promise<PrecedentHistory[]> {
  const settled = precedents.filter(({ outcome }) => outcome !== undefined);
  const outcomes = await lastOutcomes(settled, scope, deps);
  const replacements = await latestReplacements(precedents, scope, deps);
  return precedents.map((decision) => ({
    decision,
    lessons: outcomes.get(decision.id)?.lessons ?? [],
    replacement: replacements.get(decision.id),
  }));
}

/** By the id of each decision, the last one in its chain of replacements. Each step reads all chains with one query. */
export async function latestReplacements(
  decisions: readonly Decision[],
  scope: Scope,
  { store }: GuidanceDeps,
): Promise<ReadonlyMap<string, Decision>> {
  const known = new Map(decisions.map((decision) => [decision.id, decision]));
  const ends = new Map<string, Decision>();
  let open = decisions.map(({ id, supersededBy: [next] }) => ({ id, next }));
  for (let steps = 0; open.length > 0 && steps < LONGEST_CHAIN; steps++) {
    const unread = new Set(open.flatMap(({ next }) => (next === undefined || known.has(next) ? [] : [next])));
    const read = unread.size > 0 ? await store.decisionsById(scope, [...unread]) : [];
    for (const decision of read) known.set(decision.id, decision);
    open = open.flatMap(({ id, next }) => {
      const decision = next === undefined ? undefined : known.get(next);
      if (!decision) return [];
      ends.set(id, decision);
      return [{ id, next: decision.supersededBy[0] }];
    });
  }
  return ends;
}

/** The approved contradictions with one of these decisions on either side, if both sides are active and neither failed. */
export async function approvedContradictions(
  active: readonly Decision[],
  { store }: GuidanceDeps,
  { scope }: Pick<Call, "scope">,
): Promise<ApprovedContradiction[]> {
  const activeIds = active.slice(0, MOST_CONTRADICTED).map(({ id }) => id);
  if (activeIds.length === 0) return [];
  const links = await store.linksOf(scope, activeIds, ["contradicts"], ["active"], MOST_CONTRADICTIONS);
  // Nobody approved links that a machine made.
  const approved = links.filter(({ origin }) => origin !== "auto");
  const ends = await store.decisionsById(scope, [...new Set(approved.flatMap(({ from, to }) => [from, to]))]);
  const holding = new Set(
    ends.filter((end) => end.standing === "active" && !hasFailed(end)).map(({ id }) => id),
  );
  return approved
    .filter(({ from, to }) => holding.has(from) && holding.has(to))
    .map(({ id, from, to }) => ({ linkId: id, between: [from, to] }));
}

const COMMIT_ID = /^[0-9a-f]{7,64}$/i;

/** Which of the files and commits that decisions cite have changed. A repository that fails counts as unchanged. */
export function readCitedEvidence(
  active: readonly Decision[],
  { checkout, log }: GuidanceDeps,
): Promise<CitedEvidence[]> {
  const citing = active
    .map((decision) => ({ decision, ...citationsOf(decision) }))
    .filter(({ files, commits }) => files.length + commits.length > 0)
    .slice(0, MOST_CITING);
  return Promise.all(
    citing.map(async ({ decision, files, commits }) => {
      try {
        const changes = files.length > 0 ? await checkout.changesSince(decision.createdAt, files) : [];
        const ids = commits.filter((id) => COMMIT_ID.test(id));
        return { decision, changes, goneCommits: ids.length > 0 ? await checkout.goneCommits(ids) : [] };
      } catch (error) {
        log.warn("The repository did not say what became of what a decision cites.", { error });
        return { decision, changes: [], goneCommits: [] };
      }
    }),
  );
}
