import type { Standing } from "../../../domain/decisions/decision.ts";
import type { Candidate } from "../../../domain/recall/candidate.ts";
import type { SearchStore } from "../../../domain/recall/search-store.ts";
import type { AuthorKind } from "../../../domain/shared/actor.ts";
import type { Connection, Sql } from "../shared/connection.ts";
import { yieldToEventLoop } from "../shared/yield-to-event-loop.ts";
import type { VectorHit } from "./exact-vectors.ts";
import { withKnownAbbreviations } from "./known-abbreviations.ts";
import { decisionsSharing } from "./shared-words.ts";
import { vectorIndex } from "./vector-index.ts";
import { DECISIONS, wordSearch } from "./word-search.ts";

/**
 * The columns that ranking needs; only results are read whole. They come as one JSON text, which is several times
 * faster for two hundred rows.
 */
const FEATURES = `json_array(m.seq, m.id, m.standing, m.author_kind, m.created_at,
  CASE WHEN m.topic_stated THEN m.project || char(10) || m.topic END, m.outcome IS NOT NULL OR m.progress IS 'failed')`;
type Features = readonly [
  memory: number,
  id: string,
  standing: Standing,
  authorKind: AuthorKind,
  createdAt: number,
  target: string | null,
  settled: 0 | 1,
];

/** The scores of a row by each search method. */
type Hit = Pick<Candidate, "words" | "cosine">;

export function sqliteSearch(connection: Connection): SearchStore {
  const byWords = wordSearch(connection, DECISIONS);
  const indexes = new Map<string, ReturnType<typeof vectorIndex>>();
  const indexOf = (model: string) => {
    const index = indexes.get(model) ?? vectorIndex(connection, model);
    indexes.set(model, index);
    return index;
  };
  return {
    decisionsSharing: (scope, words, limit) =>
      connection.read((sql) => decisionsSharing(sql, scope, words, limit)),

    async findCandidates({ text: asked, meaning, scope, perMethod, settledOnly = false }) {
      const index = meaning && indexOf(meaning.model);
      const near = meaning && index ? await index.nearest(meaning.vector, scope, perMethod) : [];
      await yieldToEventLoop();
      const text = await withKnownAbbreviations(connection, asked, scope);
      const { terms, rowsInIndex } = await byWords.terms(text);
      await yieldToEventLoop();
      const nearby = near.map(({ memory }) => memory);
      const byText = await byWords.hits(terms, text, scope, perMethod, nearby);
      const hits = new Map<number, Hit>(byText.map(({ memory, words }) => [memory, { words }]));
      // If the query is nothing but quotations, a match by meaning must contain them too.
      const allowed = text.onlyPhrases ? near.filter(({ memory }) => hits.has(memory)) : near;
      for (const near of allowed) addCosine(hits, near);
      await yieldToEventLoop();
      return connection.read((sql) => {
        const found = featuresOf(sql, [...hits.keys()], settledOnly);
        const { heads, others } = headsOf(sql, settledOnly ? [] : found);
        const all = [...found, ...others];
        // Every candidate with a vector gets its cosine, not only those found by meaning.
        const rest = all.map(([memory]) => memory).filter((memory) => hits.get(memory)?.cosine === undefined);
        const exact = meaning && index ? index.cosines(sql, meaning.vector, rest) : [];
        for (const near of exact) addCosine(hits, near);
        return { candidates: all.map((features) => candidateOf(features, hits, heads)), terms, rowsInIndex };
      });
    },
  };
}

function featuresOf(sql: Sql, memories: readonly number[], settledOnly: boolean): Features[] {
  const row = sql.get(
    `SELECT json_group_array(${FEATURES}) AS features FROM memories m
     WHERE m.seq IN (SELECT value FROM json_each(?)) AND m.type = 'decision'${
       settledOnly ? " AND m.outcome IS NOT NULL" : ""
     }`,
    JSON.stringify(memories),
  );
  return JSON.parse(row?.["features"] as string) as Features[];
}

/** The heads of the chains of superseded rows, by row id, and the heads that were not found themselves. */
function headsOf(
  sql: Sql,
  found: readonly Features[],
): { heads: ReadonlyMap<string, readonly string[]>; others: Features[] } {
  const heads = new Map<string, string[]>();
  const others = new Map<string, Features>();
  const replaced = found.flatMap(([, id, standing]) => (standing === "superseded" ? [id] : []));
  if (replaced.length === 0) return { heads, others: [] };
  const ends = sql.all(
    `WITH RECURSIVE chain (start, id) AS (
       SELECT value, value FROM json_each(?)
       UNION SELECT c.start, l.from_id FROM chain c JOIN links l ON l.to_id = c.id AND l.relation = 'supersedes'
     )
     SELECT c.start, ${FEATURES} AS features FROM chain c JOIN memories m ON m.id = c.id
     WHERE c.id <> c.start
       AND NOT EXISTS (SELECT 1 FROM links l WHERE l.to_id = c.id AND l.relation = 'supersedes')`,
    JSON.stringify(replaced),
  );
  const known = new Set(found.map(([, id]) => id));
  for (const end of ends) {
    const start = end["start"] as string;
    const head = JSON.parse(end["features"] as string) as Features;
    const [, id] = head;
    heads.set(start, [...(heads.get(start) ?? []), id]);
    if (!known.has(id)) others.set(id, head);
  }
  return { heads, others: [...others.values()] };
}

function addCosine(hits: Map<number, Hit>, { memory, cosine }: VectorHit): void {
  hits.set(memory, { words: hits.get(memory)?.words, cosine });
}

function candidateOf(
  [memory, id, standing, authorKind, createdAt, target, settled]: Features,
  hits: ReadonlyMap<number, Hit>,
  heads: ReadonlyMap<string, readonly string[]>,
): Candidate {
  const hit = hits.get(memory);
  return {
    id,
    standing,
    authorKind,
    createdAt: new Date(createdAt),
    target: target ?? undefined,
    settled: settled === 1,
    heads: heads.get(id) ?? [],
    words: hit?.words,
    cosine: hit?.cosine,
  };
}
