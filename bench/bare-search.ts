import type { FoundCandidates } from "../src/recall/rules/recall-store.ts";
import { bitsOf, codeOf, dot } from "../src/recall/sql/vector-code.ts";
import { type Connection, connect } from "../src/store/file/connection.ts";
import { fileIn } from "./memory.ts";

const RESCORED = 400;

/**
 * What a search cannot do without: the words that it looks up, in one query of the word index, and a scan of all codes
 * with exact cosines for the closest. No project, no standing, no chain, and every vector lies in memory.
 */
export async function bareSearch(home: string, vectors: readonly Float32Array[]) {
  const connection = await connect(fileIn(home));
  const words = Math.ceil((vectors[0]?.length ?? 0) / 32);
  const codes = new Uint32Array(vectors.length * words);
  vectors.forEach((vector, i) => {
    codes.set(codeOf(vector), i * words);
  });
  return {
    byWords: (terms: FoundCandidates["terms"], limit: number) => byWords(connection, terms, limit),
    byMeaning: (query: Float32Array, limit: number) => scan(codes, words, vectors, query, limit),
    close: () => connection.close(),
  };
}

async function byWords(
  connection: Connection,
  { kept }: FoundCandidates["terms"],
  limit: number,
): Promise<number> {
  const match = kept.map(({ term }) => `"${term}"`).join(" OR ");
  const rows = await connection.read((sql) =>
    sql.all(
      "SELECT rowid, bm25(memories_text, 3.0, 1.0) AS score FROM memories_text WHERE memories_text MATCH ? ORDER BY score LIMIT ?",
      match,
      limit,
    ),
  );
  return rows.length;
}

function scan(
  codes: Uint32Array,
  words: number,
  vectors: readonly Float32Array[],
  query: Float32Array,
  limit: number,
): number[] {
  const code = codeOf(query);
  const distances = new Uint16Array(vectors.length);
  const counts = new Uint32Array(words * 32 + 1);
  for (let i = 0, at = 0; i < vectors.length; i++, at += words) {
    let distance = 0;
    for (let word = 0; word < words; word++) distance += bitsOf((codes[at + word]! ^ code[word]!) >>> 0);
    distances[i] = distance;
    counts[distance]!++;
  }
  let bound = 0;
  for (let found = counts[0]!; found < RESCORED && bound < words * 32; found += counts[++bound]!);
  const close: { i: number; cosine: number }[] = [];
  for (let i = 0; i < vectors.length; i++)
    if (distances[i]! <= bound) close.push({ i, cosine: dot(query, vectors[i]!) });
  return close
    .sort((a, b) => b.cosine - a.cosine)
    .slice(0, limit)
    .map(({ i }) => i);
}
