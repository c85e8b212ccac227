import type { EmbeddingService } from "../../src/recall/operations/embedding-service.ts";
import type { Embedder } from "../../src/shared/ports.ts";

const DIMENSIONS = 64;

export interface WordEmbedder extends Embedder {
  /** Every text it was given, in order. */
  readonly given: string[];
}

/**
 * Texts with common words have close vectors, and so have words that are named as synonyms of each other. Nothing but the
 * text decides.
 */
export function wordEmbedder(
  model = "words-of-the-test",
  synonyms: Readonly<Record<string, string>> = {},
): WordEmbedder {
  const given: string[] = [];
  const known = new Map(Object.entries(synonyms));
  const synonymOf = (word: string): string => known.get(word) ?? word;
  return {
    model,
    dimensions: DIMENSIONS,
    given,
    async embed(texts) {
      given.push(...texts);
      return texts.map((text) => {
        const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
        return unit(words.map((word) => directionOf(synonymOf(word))));
      });
    },
    describe: () => ({ runtime: "test" }),
    close: async () => {},
  };
}

/** Search by meaning with this embedder, and nothing in the background. */
export const meaningBy = (embedder: Embedder | undefined): EmbeddingService => ({
  embedder: async () => embedder,
  failure: () => undefined,
  embedSoon: () => {},
  embedded: async () => {},
  close: async () => {},
});

function directionOf(word: string): Float32Array {
  let state = [...word].reduce(
    (hash, character) => Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619),
    7,
  );
  return Float32Array.from({ length: DIMENSIONS }, () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return (state >>> 0) / 2 ** 31 - 1;
  });
}

function unit(vectors: readonly Float32Array[]): Float32Array {
  const sum = Float32Array.from({ length: DIMENSIONS }, (_, i) =>
    vectors.reduce((total, vector) => total + (vector[i] ?? 0), 0),
  );
  const length = Math.hypot(...sum) || 1;
  return sum.map((x) => x / length);
}
