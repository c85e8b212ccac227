import type { Decision } from "../../domain/decisions/decision.ts";
import { type Cited, citationsOf } from "../../domain/guidance/warnings/changed-evidence.ts";
import type { Contradicting } from "../../domain/guidance/warnings/contradictions.ts";
import type { GivenUp } from "../../domain/guidance/warnings/rejected-choices.ts";
import type { Call } from "../shared/operation.ts";
import type { GuidanceDeps } from "./deps.ts";

/** Of decisions that come the most relevant first. */
const MOST_CONTRADICTED = 10;
const MOST_CONTRADICTIONS = 50;
const MOST_CITING = 5;
/** A chain of replacements that is longer than this is followed no further. */
const LONGEST_CHAIN = 50;

/** What precedents taught, and what stands in the place of those that were replaced. */
export function givenUp(precedents: readonly Decision[], deps: GuidanceDeps): Promise<GivenUp[]> {
  return Promise.all(
    precedents.map(async (decision) => {
      const { outcomes } = decision.outcome ? await deps.store.historyOf(decision.id) : { outcomes: [] };
      const lessons = outcomes.at(-1)?.lessons ?? [];
      return { decision, lessons, replacement: await replacementOf(decision, deps) };
    }),
  );
}

async function replacementOf(decision: Decision, { store }: GuidanceDeps): Promise<Decision | undefined> {
  let last: Decision | undefined;
  let [next] = decision.supersededBy;
  for (let steps = 0; next !== undefined && steps < LONGEST_CHAIN; steps++) {
    const found = await store.findDecision(decision.project, next);
    if (!found) break;
    last = found;
    [next] = found.supersededBy;
  }
  return last;
}

/** The approved contradictions that these decisions are part of, on either side, while both sides hold. */
export async function contradictionsOf(
  active: readonly Decision[],
  { store }: GuidanceDeps,
  { scope }: Call,
): Promise<Contradicting[]> {
  const own = active.slice(0, MOST_CONTRADICTED).map(({ id }) => id);
  if (own.length === 0) return [];
  const links = await store.linksOf(scope, own, ["contradicts"], ["active"], MOST_CONTRADICTIONS);
  // What a machine once linked is nobody's word.
  const approved = links.filter(({ origin }) => origin !== "auto");
  const ends = await store.decisionsById(scope, [...new Set(approved.flatMap(({ from, to }) => [from, to]))]);
  const holding = new Set(ends.filter(({ standing }) => standing === "active").map(({ id }) => id));
  return approved
    .filter(({ from, to }) => holding.has(from) && holding.has(to))
    .map(({ id, from, to }) => ({ linkId: id, between: [from, to] }));
}

const COMMIT_ID = /^[0-9a-f]{7,64}$/i;

/** What became of the files and commits that decisions cite. A repository that does not answer says nothing. */
export function citedBy(active: readonly Decision[], { checkout, log }: GuidanceDeps): Promise<Cited[]> {
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
