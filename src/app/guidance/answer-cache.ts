import type { AuditAction } from "../../domain/log/audit.ts";
import type { ChangeFeed } from "../../domain/log/change-feed.ts";
import type { EmbeddingStore } from "../../domain/recall/embedding-store.ts";
import type { Meaning } from "../recall/meaning.ts";

/** Little memory, and more than anybody asks between two writes. */
const MOST_ANSWERS = 100;
/** After more writes than this nobody looks whether all of them were beside the point. */
const MOST_CHANGES = 200;

/** Writes that leave alone what answers are made from. Every other one may change which decisions a search finds. */
const BESIDE_THE_POINT: ReadonlySet<AuditAction> = new Set([
  "guidance.given",
  "guidance.settled",
  "checkpoint.saved",
  "checkpoint.erased",
  "skill.tried",
  "signal.recorded",
  "proposal.drafted",
  "proposal.fed",
  "proposal.rejected",
  "proposal.expired",
  "key.created",
  "key.rotated",
  "key.revoked",
]);

export interface Made<T> {
  readonly answer: T;
  /** False when it would come out better the next time. */
  readonly keep: boolean;
}

/** Answers that follow from the memory alone: neither from the clock, nor from a repository, nor from who asks. */
export interface AnswerCache {
  /** The answer to a question, made anew unless the memory is as it was when it was made last. */
  answerTo<T>(question: readonly unknown[], of: Asked, make: () => Promise<Made<T>>): Promise<T>;
  describe(): {
    readonly hits: number;
    readonly misses: number;
    /** Of all questions so far; null before the first. */
    readonly hitRate: number | null;
    readonly answers: number;
  };
}

/** What is asked whether anything changed. */
export interface Asked {
  readonly store: Pick<ChangeFeed, "position" | "changesAfter"> &
    Pick<EmbeddingStore, "activeModel" | "pendingEmbeddings">;
  readonly meaning: Pick<Meaning, "embedder">;
}

/**
 * A change of any decision can change the answer to any question, because words are weighed by how many have them. So all
 * answers go together: at the first question after a write that matters, by whatever process, in whatever project.
 */
export function answerCache(most = MOST_ANSWERS): AnswerCache {
  const answers = new Map<string, unknown>();
  let position: number | undefined;
  let vectors: string | undefined;
  /** Counts how often all answers went. */
  let generation = 0;
  let [hits, misses] = [0, 0];

  const forgetAll = (): void => {
    answers.clear();
    generation++;
  };

  const catchUp = async ({ store, meaning }: Asked): Promise<void> => {
    const embedder = await meaning.embedder();
    const [head, active, pending] = await Promise.all([
      store.position(),
      store.activeModel(),
      store.pendingEmbeddings(),
    ]);
    // Vectors come without a word in the audit log.
    const now = JSON.stringify([embedder?.model, active, pending]);
    if (now !== vectors || position === undefined) forgetAll();
    else if (head !== position && (await isChanged(store, position, head))) forgetAll();
    position = head;
    vectors = now;
  };

  return {
    async answerTo(question, of, make) {
      await catchUp(of);
      const key = JSON.stringify(question);
      if (answers.has(key)) {
        hits++;
        const known = answers.get(key) as Awaited<ReturnType<typeof make>>["answer"];
        // The ones that were asked for last are the last to go.
        answers.delete(key);
        answers.set(key, known);
        return known;
      }
      misses++;
      const began = generation;
      const { answer, keep } = await make();
      // A write that came meanwhile lies behind `position`, and is seen at the next question.
      if (keep && generation === began) {
        answers.set(key, answer);
        for (const oldest of answers.keys()) {
          if (answers.size <= most) break;
          answers.delete(oldest);
        }
      }
      return answer;
    },
    describe: () => ({
      hits,
      misses,
      hitRate: hits + misses === 0 ? null : hits / (hits + misses),
      answers: answers.size,
    }),
  };
}

async function isChanged(store: Asked["store"], from: number, head: number): Promise<boolean> {
  if (head < from || head - from > MOST_CHANGES) return true;
  const changes = await store.changesAfter(from, MOST_CHANGES);
  return changes.some(({ action }) => !BESIDE_THE_POINT.has(action));
}
