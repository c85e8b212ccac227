import type { Decision } from "../../src/decisions/rules/decision.ts";
import { decisionsById } from "../../src/decisions/sql/decisions.ts";
import { findCandidates } from "../../src/recall/sql/search.ts";
import type { Scope } from "../../src/shared/scope.ts";
import { textQuery } from "../../src/shared/words/search-text.ts";
import type { Memory } from "../../src/store/file/memory.ts";

/** What a store finds by words alone, the best first. */
export async function matchWords(
  memory: Memory,
  scope: Scope,
  text: string,
  limit: number,
  exclude?: string,
): Promise<{ decision: Decision; textScore: number }[]> {
  const { candidates } = await findCandidates(memory, {
    scope,
    text: { ...textQuery(text), phrases: [], onlyPhrases: false },
    perMethod: 100,
  });
  const best = candidates
    .flatMap(({ id, words }) => (words === undefined || id === exclude ? [] : [{ id, textScore: words }]))
    .sort((a, b) => b.textScore - a.textScore)
    .slice(0, limit);
  const decisions = await decisionsById(
    memory,
    scope,
    best.map(({ id }) => id),
  );
  return decisions.map((decision, i) => ({ decision, textScore: best[i]?.textScore ?? 0 }));
}
