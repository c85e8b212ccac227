import type { Decision } from "../../src/domain/decisions/decision.ts";
import { textQuery } from "../../src/domain/shared/search-text.ts";
import type { Scope, Store } from "../../src/domain/store.ts";

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
