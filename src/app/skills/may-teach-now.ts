import type { Decision } from "../../domain/decisions/decision.ts";
import { isStopWord } from "../../domain/decisions/topic.ts";
import { indexedWords } from "../../domain/shared/search-text.ts";
import type { SkillDeps } from "./deps.ts";
import { goingTheSameWay } from "./same-way.ts";

/** How many others with an outcome it takes for a lesson to be near. */
const FEWEST_OTHERS = 2;
const MOST_COMPARED = 8;

/**
 * Whether an outcome is likely to teach something: others that share its words and went the same way have outcomes. It
 * takes a fraction of the check itself, which compares all decisions also by their meaning, and only decides whether the
 * reply waits for that.
 */
export async function mayTeachNow(decision: Decision, { store }: Pick<SkillDeps, "store">): Promise<boolean> {
  const { id, project, statement } = decision;
  const words = [...new Set(indexedWords(statement))].filter((word) => !isStopWord(word));
  const sharing = await store.decisionsSharing(project, words, MOST_COMPARED + 1);
  const settled = sharing.filter((other) => other.id !== id && other.outcome !== undefined);
  if (settled.length < FEWEST_OTHERS) return false;
  const alike = goingTheSameWay(
    decision,
    settled.map((other) => ({ decision: other, relevance: 0 })),
  );
  return alike.size >= FEWEST_OTHERS;
}
