import type { Decision } from "../../src/decisions/rules/decision.ts";
import type { Store } from "../../src/memory/store.ts";
import type { Scope } from "../../src/shared/scope.ts";
import { textQuery } from "../../src/shared/words/search-text.ts";

/** What a store finds by words alone, the best first. */
export async function matchWords(
  store: Pick<Store, "findCandidates" | "decisionsById">,
  scope: Scope,
  text: string,
  limit: number,
  exclude?: string,
): Promise<{ decision: Decision; textScore: number }[]> {
  const { candidates } = await store.findCandidates({
    scope,
    text: { ...textQuery(text), phrases: [], onlyPhrases: false },
    perMethod: 100,
  });
  const best = candidates
    .flatMap(({ id, words }) => (words === undefined || id === exclude ? [] : [{ id, textScore: words }]))
    .sort((a, b) => b.textScore - a.textScore)
    .slice(0, limit);
  const decisions = await store.decisionsById(
    scope,
    best.map(({ id }) => id),
  );
  return decisions.map((decision, i) => ({ decision, textScore: best[i]?.textScore ?? 0 }));
}
