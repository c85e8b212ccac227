/** What every embedder of queries gets: a limit to the wait for it, and the vectors of the last queries. */
import { createHash } from "node:crypto";
import type { Embedder } from "../../shared/ports.ts";
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

/** 0.4 MB with the shipped model: more than anybody asks again. */
const MOST_KEPT = 256;

/**
 * Remembers the vectors of the queries that were asked last. What somebody asks is not stored, and may repeat a text that
 * is erased later, so a query is known by its digest and the cache goes with the process.
 */
export function rememberQueries(embedder: Embedder, most = MOST_KEPT): Embedder {
  const known = new Map<string, Float32Array>();

  const keep = (key: string, vector: Float32Array): void => {
    known.delete(key);
    known.set(key, vector);
    if (known.size > most) known.delete(known.keys().next().value as string);
  };

  async function embedQueries(
    texts: readonly string[],
    options: Parameters<Embedder["embed"]>[2],
  ): Promise<readonly Float32Array[]> {
    const keys = texts.map(digestOf);
    const missing = texts.filter((_, i) => !known.has(keys[i] as string));
    // Taken before anything is awaited: another query may push them out meanwhile.
    const found = keys.map((key) => known.get(key));
    const fresh = missing.length === 0 ? [] : await embedder.embed(missing, "query", options);
    // Too few vectors are a failure, which the caller has to see.
    if (fresh.length < missing.length) return fresh;
    let next = 0;
    return found.map((vector, i) => {
      const one = vector ?? (fresh[next++] as Float32Array);
      keep(keys[i] as string, one);
      return one;
    });
  }

  return {
    model: embedder.model,
    dimensions: embedder.dimensions,
    embed: (texts, kind, options) =>
      kind === "query" ? embedQueries(texts, options) : embedder.embed(texts, kind, options),
    describe: () => embedder.describe(),
    close: () => embedder.close(),
  };
}

const digestOf = (text: string): string => createHash("sha256").update(text).digest("base64");
