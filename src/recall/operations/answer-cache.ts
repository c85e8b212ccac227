import type { Log } from "../../shared/ports.ts";
import { roundTo } from "../../shared/rounding.ts";
import type { Memory } from "../../store/file/memory.ts";
import { effectsOf } from "../../store/log/audit-actions.ts";
import type { ModelProfiles } from "../rules/model-profile.ts";
import { searchedState } from "../sql/embeddings.ts";
import type { EmbeddingService } from "./embedding-service.ts";

/** Takes little memory, and is more than anybody asks between two writes. */
const MOST_ANSWERS = 100;
/** After more changes than this the cache is cleared without looking at each of them. */
const MOST_CHANGES = 200;

export interface ComputedAnswer<T> {
  readonly answer: T;
  /** False if computing it again may give a better answer, for example after the embedding model failed. */
  readonly cacheable: boolean;
}

/** Caches answers that depend on the memory and the question alone, not on the clock or the repository. */
export interface AnswerCache {
  /** Returns the cached answer, or computes it if the memory has changed since. */
  answerTo<T>(
    question: readonly unknown[],
    source: ChangeSource,
    compute: () => Promise<ComputedAnswer<T>>,
  ): Promise<T>;
  describe(): {
    readonly hits: number;
    readonly misses: number;
    /** The share of all questions so far; null before the first. */
    readonly hitRate: number | null;
    readonly answers: number;
  };
}

/** Where the cache looks for changes. */
export interface ChangeSource {
  readonly memory: Memory;
  readonly meaning: Pick<EmbeddingService, "embedder">;
  readonly profiles: Pick<ModelProfiles, "of">;
}

/**
 * Any decision can change any answer, because a word's weight depends on how many decisions contain it. So the first
 * question after a relevant write clears the whole cache, whichever process or project the write came from.
 */
export function answerCache(log?: Pick<Log, "debug">, most = MOST_ANSWERS): AnswerCache {
  const answers = new Map<string, unknown>();
  let position: number | undefined;
  let vectorState: string | undefined;
  /** How often the cache was cleared. */
  let generation = 0;
  let [hits, misses] = [0, 0];

  const note = (operation: "hit" | "miss" | "clear", started: number): void =>
    log?.debug("Cache operation", {
      cache: "context",
      operation,
      duration_ms: roundTo(1, performance.now() - started),
      entries: answers.size,
    });

  const clear = (): void => {
    note("clear", performance.now());
    answers.clear();
    generation++;
  };

  const catchUp = async ({ memory, meaning, profiles }: ChangeSource): Promise<void> => {
    const embedder = await meaning.embedder();
    const { position: head, activeModel, pending } = await searchedState(memory);
    const profile = activeModel === undefined ? undefined : await profiles.of(activeModel);
    // New vectors and profiles leave no entry in the audit log.
    const newVectorState = JSON.stringify([embedder?.model, activeModel, pending, profile]);
    if (newVectorState !== vectorState || position === undefined) clear();
    else if (head !== position && (await hasRelevantChange(memory, position, head))) clear();
    position = head;
    vectorState = newVectorState;
  };

  return {
    async answerTo(question, source, compute) {
      const started = performance.now();
      await catchUp(source);
      const key = JSON.stringify(question);
      if (answers.has(key)) {
        hits++;
        const cached = answers.get(key) as Awaited<ReturnType<typeof compute>>["answer"];
        // Moves it to the end: the least recently used answer is evicted first.
        answers.delete(key);
        answers.set(key, cached);
        note("hit", started);
        return cached;
      }
      misses++;
      const generationBefore = generation;
      const { answer, cacheable } = await compute();
      note("miss", started);
      // A write during the computation comes after `position`, so the next question will see it.
      if (cacheable && generation === generationBefore) {
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

async function hasRelevantChange(memory: Memory, from: number, head: number): Promise<boolean> {
  if (head < from || head - from > MOST_CHANGES) return true;
  const changes = await memory.changesAfter(from, MOST_CHANGES);
  return changes.some(({ action }) => effectsOf(action).changesAnswers);
}
