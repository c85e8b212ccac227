import type { StatedChoice } from "../../domain/decisions/choice.ts";
import { affinity, sameWay } from "../../domain/decisions/way-similarity.ts";
import type { SettledCandidate } from "../recall/settled-candidates.ts";

/** Words that tell nothing are no obstacle if the meaning is as close as this. */
const CLOSE_IN_MEANING = 0.8;

/** The relevance of the decisions that went the same way: a group is about one choice, not about a subject. */
export function goingTheSameWay(
  choice: StatedChoice,
  settled: readonly SettledCandidate[],
): ReadonlyMap<string, number> {
  return new Map(
    settled
      .filter(
        ({ decision, relevance }) =>
          sameWay(choice, decision) || (relevance >= CLOSE_IN_MEANING && affinity(choice, decision) === 0),
      )
      .map(({ decision, relevance }) => [decision.id, relevance]),
  );
}
