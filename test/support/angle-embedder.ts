import type { Embedder } from "../../src/shared/ports.ts";
import { wordEmbedder } from "./word-embedder.ts";

/**
 * The vector of a text depends on which of these it contains: its cosine to the text with 1 is the given one. Texts with
 * none of them are at right angles to it.
 */
export function angleEmbedder(cosines: Readonly<Record<string, number>>): Embedder {
  const cosineOf = (text: string): number =>
    Object.entries(cosines).find(([part]) => text.includes(part))?.[1] ?? 0;
  const words = wordEmbedder();
  return {
    ...words,
    embed: async (texts) =>
      texts.map((text) => {
        const vector = new Float32Array(words.dimensions);
        vector[0] = cosineOf(text);
        vector[1] = Math.sqrt(1 - cosineOf(text) ** 2);
        return vector;
      }),
  };
}
