import type { Decision } from "../../src/domain/decision.ts";
import { textQuery } from "../../src/domain/search-text.ts";
import type { Scope, SearchStore } from "../../src/domain/store.ts";

/** What a store finds by words alone, the best first. */
export async function matchWords(
  store: SearchStore,
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
  return candidates
    .flatMap(({ decision, words }) => (words === undefined ? [] : [{ decision, textScore: words }]))
    .filter(({ decision }) => decision.id !== exclude)
    .sort((a, b) => b.textScore - a.textScore)
    .slice(0, limit);
}
