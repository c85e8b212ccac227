import { decisionPassages, outcomePassages } from "../../domain/decisions/passages.ts";
import { type MatchedPart, matchedPart, stemsIn } from "../../domain/recall/matched-part.ts";
import type { Scope } from "../../domain/shared/scope.ts";
import type { RecallDeps } from "./deps.ts";
import type { RankedDecision } from "./find-relevant.ts";

/** The kinds of passages that come from outcomes. */
const LEARNED: ReadonlySet<string> = new Set(["lesson", "metrics"]);

/** For each result, the part in which it matched the query, if that is not its statement. */
export async function matchedParts(
  query: string,
  results: readonly RankedDecision[],
  scope: Scope,
  { store }: Pick<RecallDeps, "store">,
): Promise<ReadonlyMap<string, MatchedPart>> {
  const learned = results.filter(({ candidate }) => LEARNED.has(candidate.passage?.kind ?? ""));
  const histories =
    learned.length === 0
      ? new Map()
      : await store.historiesOf(
          scope,
          learned.map(({ decision }) => decision.id),
        );
  const wanted = stemsIn(query);
  const parts = new Map<string, MatchedPart>();
  for (const { decision, candidate } of results) {
    const outcomes = histories.get(decision.id)?.outcomes ?? [];
    const passages = [...decisionPassages(decision), ...outcomes.flatMap(outcomePassages)];
    const part = matchedPart(wanted, decision, passages, candidate.passage);
    if (part) parts.set(decision.id, part);
  }
  return parts;
}
