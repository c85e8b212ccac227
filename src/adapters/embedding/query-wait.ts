import type { Embedder } from "../../domain/shared/ports.ts";
import * as faults from "./faults.ts";

/**
 * Somebody waits for a query, so it is given up after a while. The embedder goes on with it: a model that is slow to
 * load gets loaded that way. Until it has finished, other queries fail at once, so that a use case that embeds several
 * texts waits only once, and nothing piles up behind an embedder that hangs. Passages and patient queries are not limited.
 */
export function limitQueryWait(embedder: Embedder, waitMs: () => number): Embedder {
  let overdue = 0;

  function embedQuery(texts: readonly string[]): Promise<readonly Float32Array[]> {
    const ms = waitMs();
    if (overdue > 0) return Promise.reject(faults.queryTooSlow(ms));
    const embedding = embedder.embed(texts, "query");
    return new Promise((resolve, reject) => {
      let finished = false;
      const giveUp = (): void => {
        if (finished) return;
        overdue++;
        void embedding.catch(() => {}).then(() => overdue--);
        reject(faults.queryTooSlow(ms));
      };
      // An answer that came in time, while this process was busy, is read before the query is given up.
      const timer = setTimeout(() => setImmediate(giveUp), ms);
      const finish = (): void => {
        finished = true;
        clearTimeout(timer);
      };
      void embedding.then(resolve, reject).then(finish);
    });
  }

  return {
    model: embedder.model,
    dimensions: embedder.dimensions,
    embed: (texts, kind, { patient = false } = {}) =>
      kind === "query" && !patient ? embedQuery(texts) : embedder.embed(texts, kind),
    describe: () => embedder.describe(),
    close: () => embedder.close(),
  };
}
