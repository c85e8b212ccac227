import { SCRIPTS, type Script } from "./scripts.ts";

/** The share of sentences that have to find their translation. The shipped model, which reads none, finds up to half. */
const LEAST_FOUND = 0.75;

/** The scripts in which most sentences are closer to their own translation than to that of any other sentence. */
export function scriptsRead(
  vectorsOf: (script: Script | "latin") => readonly Float32Array[],
): readonly Script[] {
  const latin = vectorsOf("latin");
  return SCRIPTS.filter((script) => {
    const vectors = vectorsOf(script);
    const found = vectors.filter((vector, i) => {
      const cosines = latin.map((other) => cosineOf(vector, other));
      return cosines.every((cosine, j) => j === i || cosine < (cosines[i] ?? -1));
    });
    return found.length >= LEAST_FOUND * vectors.length;
  });
}

/** Of vectors of length one. */
export function cosineOf(a: Float32Array | undefined, b: Float32Array): number {
  return b.reduce((sum, value, i) => sum + value * (a?.[i] ?? 0), 0);
}
