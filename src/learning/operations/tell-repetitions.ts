import { type Decision, isStopWord } from "../../decisions/index.ts";
import { type ComparableVector, statementQuery, storedVector } from "../../recall/index.ts";
import { Fault, type Notice } from "../../shared/errors.ts";
import { stepByStep } from "../../shared/operations/background.ts";
import type { Call } from "../../shared/operations/operation.ts";
import { indexedWords } from "../../shared/words/search-text.ts";
import { type Repetition, repetitionsOf } from "../rules/repetition.ts";
import type { GuidanceDeps } from "./deps.ts";
import { nearestIds, type Related, relateTo } from "./find-at-odds.ts";
import { isNotDraft, latestReplacements } from "./find-precedents.ts";

/** Enough to find the same choice. A capture should stay fast. */
const MOST_COMPARED = 8;

/**
 * Tells what a new decision repeats, by its words. What only its meaning shows comes with a later reply to the same client,
 * because no save waits for a model. A failure is a notice or logged: the decision is stored already.
 */
export async function tellRepetitions(
  decision: Decision,
  without: readonly string[],
  deps: GuidanceDeps,
  call: Call,
): Promise<Notice[]> {
  try {
    const sharing = (await sharingWords(decision, deps)).map((other) => ({ decision: other }));
    const found = await repetitionsAmong(sharing, decision, without, deps);
    tellMoreLater(decision, [...without, ...found.flatMap(({ about }) => about)], deps, call);
    return found.map(noticeOf);
  } catch (error) {
    if (error instanceof Fault && error.code === "unavailable")
      return [
        { text: `It could not be compared with earlier ones: ${error.message}`, remedies: error.remedies },
      ];
    deps.log.error("A new decision could not be compared with earlier ones", { error });
    return [];
  }
}

/** Compares it by its vector as soon as it has one. */
function tellMoreLater(
  decision: Decision,
  known: readonly string[],
  given: GuidanceDeps,
  { actor }: Call,
): void {
  const deps = stepByStep(given);
  deps.background.start("Comparing a new decision by its meaning", async () => {
    await deps.meaning.embedded();
    const meaning = await storedVector(decision, deps);
    if (!meaning) return;
    const close = await closeInMeaning(decision, meaning, deps);
    const found = await repetitionsAmong(await relateTo(decision, close, deps), decision, known, deps);
    deps.lateNotices.add(
      { actor, scope: decision.project },
      found.map((repetition) => ({
        ...noticeOf(repetition),
        text: `About ${decision.id}: ${repetition.text}`,
      })),
    );
  });
}

/** Decisions that share words with its statement. */
async function sharingWords(decision: Decision, { store }: GuidanceDeps): Promise<readonly Decision[]> {
  const words = [...new Set(indexedWords(decision.statement))].filter((word) => !isStopWord(word));
  // One more than are compared, because the decision itself is among them.
  const sharing = await store.decisionsSharing(decision.project, words, MOST_COMPARED + 1);
  return sharing.filter(({ id }) => id !== decision.id);
}

/** Decisions whose vectors are close to this one, whatever their words, the nearest first. */
async function closeInMeaning(
  { id, project: scope }: Decision,
  meaning: ComparableVector,
  deps: GuidanceDeps,
): Promise<readonly Decision[]> {
  const text = statementQuery("");
  // One more than are compared, because the decision itself is among them.
  const perMethod = MOST_COMPARED + 1;
  const { candidates } = await deps.store.findCandidates({ scope, text, meaning, perMethod });
  const nearest = nearestIds(candidates.filter((one) => one.id !== id));
  return deps.store.decisionsById(scope, nearest);
}

async function repetitionsAmong(
  found: readonly (Pick<Related, "decision"> & Partial<Related>)[],
  decision: Decision,
  without: readonly string[],
  deps: GuidanceDeps,
): Promise<Repetition[]> {
  const others = found.filter(
    ({ decision: other }) => isNotDraft(other) && !without.includes(other.id) && isEarlier(other, decision),
  );
  const replaced = others
    .map((other) => other.decision)
    .filter(({ supersededBy }) => supersededBy.length > 0);
  const replacements = await latestReplacements(replaced, decision.project, deps);
  return repetitionsOf(
    decision,
    others.map((other) => ({ ...other, replacement: replacements.get(other.decision.id) })),
  );
}

/** A later one may be there already when vectors are compared, and was told about this one itself. */
const isEarlier = (a: Decision, b: Decision): boolean =>
  a.createdAt.getTime() === b.createdAt.getTime() ? a.id < b.id : a.createdAt < b.createdAt;

const noticeOf = ({ text, remedies }: Repetition) => ({ text, remedies });
