import { type AskedText, type Evidence, relevanceOf } from "./relevance.ts";

/** What a word that stands once in a statement of the usual length gives of the most that it could give. */
const ONCE = 0.7;

/**
 * How relevant a row is to a statement, for what is learned from it or advised by it. Where there is no vector, a word that
 * the row lacks counts as one that nobody knows: a search by words would rather give too much than lose an answer, and
 * nothing must be learned from a coincidence.
 */
export function likenessOf(row: Evidence, asked: AskedText): number {
  if (row.cosine !== undefined) return relevanceOf(row, asked);
  const { mass } = asked;
  const held = mass.best === 0 ? 0 : Math.min(1, (row.words ?? 0) / (ONCE * mass.best));
  return relevanceOf({ words: mass.best }, { ...asked, mass: { ...mass, known: held * mass.known } });
}
