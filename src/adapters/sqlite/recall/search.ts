import type { Standing } from "../../../domain/decisions/decision.ts";
import type { Candidate } from "../../../domain/recall/candidate.ts";
import type { IndexedTerms } from "../../../domain/recall/query-terms.ts";
import type { CandidateQuery, SearchStore } from "../../../domain/recall/search-store.ts";
import { bothIndexes, commonScale } from "../../../domain/recall/two-indexes.ts";
import type { AuthorKind } from "../../../domain/shared/actor.ts";
import type { Scope } from "../../../domain/shared/scope.ts";
import { type PassageOwner, passagesNumbered } from "../decisions/passage-rows.ts";
import { allOf, ofScope } from "../shared/conditions.ts";
import type { Connection, Sql } from "../shared/connection.ts";
import { yieldNowAndThen, yieldToEventLoop } from "../shared/yield-to-event-loop.ts";
import { collectMatches, type MatchedBy } from "./collect-matches.ts";
import { withKnownAbbreviations } from "./known-abbreviations.ts";
import { type MeaningHit, meaningSearch } from "./meaning-search.ts";
import { decisionsSharing } from "./shared-words.ts";
import { DECISIONS, PASSAGES, wordSearch } from "./word-search.ts";

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

interface PassageWords extends IndexedTerms {
  readonly hits: readonly { readonly passage: PassageOwner; readonly words: number }[];
}
const NO_PASSAGES: PassageWords = {
  terms: { kept: [], dropped: [], absent: [] },
  rowsInIndex: 0,
  hits: [],
};

/** Of the versions of a topic one holds, and it is among the newest. */
const MOST_NAMED = 20;

export function sqliteSearch(connection: Connection): SearchStore {
  const byWords = wordSearch(connection, DECISIONS);
  const passagesByWords = wordSearch(connection, PASSAGES);
  const byMeaning = meaningSearch(connection);
  /** The passages with words of the query, those of `near` among them. */
  const passageWords = async (
    { text, scope, perMethod }: CandidateQuery,
    near: readonly MeaningHit[],
  ): Promise<PassageWords> => {
    if (await passagesByWords.isEmpty()) return NO_PASSAGES;
    const indexed = await passagesByWords.terms(text);
    await yieldToEventLoop();
    const wanted = near.flatMap(({ passage }) => passage?.number ?? []);
    const hits = await passagesByWords.hits(indexed.terms, text, scope, perMethod, wanted);
    const owners = await connection.read((sql) =>
      passagesNumbered(
        sql,
        hits.map(({ row }) => row),
      ),
    );
    return {
      ...indexed,
      hits: hits.flatMap(({ row, words }) => {
        const passage = owners.get(row);
        return passage ? [{ passage, words }] : [];
      }),
    };
  };
  return {
    decisionsSharing: (scope, words, limit) =>
      connection.read((sql) => decisionsSharing(sql, scope, words, limit)),

    async findCandidates(query, soon) {
      // It may fail while the words are searched, and is awaited after that.
      soon?.catch(() => {});
      const { text: asked, scope, perMethod, settledOnly = false, withPassages = false } = query;
      const text = await withKnownAbbreviations(connection, asked, scope);
      const ofDecisions = await byWords.terms(text);
      await yieldNowAndThen();
      // The words are looked up while the vector is made, which has to be asked for first.
      if (soon) await yieldToEventLoop();
      await byWords.prepare(ofDecisions.terms, text);
      const meaning = soon === undefined ? query.meaning : await soon;
      const near = meaning ? await byMeaning.nearest(meaning, scope, perMethod) : [];
      const nearPassages =
        meaning && withPassages ? await byMeaning.nearestPassages(meaning, scope, perMethod) : [];
      await yieldNowAndThen();
      const wanted = [...near, ...nearPassages].map(({ memory }) => memory);
      const byText = await byWords.hits(ofDecisions.terms, text, scope, perMethod, wanted);
      const passages = withPassages ? await passageWords({ ...query, text }, nearPassages) : NO_PASSAGES;
      const all = bothIndexes(ofDecisions, passages);
      const matches = collectMatches();
      const inDecisions = commonScale(ofDecisions, all);
      for (const { row, words } of byText) matches.addWords(row, inDecisions(words));
      if (passages.hits.length > 0) {
        const inPassages = commonScale(passages, all);
        for (const { passage, words } of passages.hits)
          matches.addWords(passage.memory, inPassages(words), passage);
      }
      // If the query is nothing but quotations, a match by meaning must contain them too.
      const allowed = [...near, ...nearPassages].filter(
        ({ memory }) => !text.onlyPhrases || matches.has(memory),
      );
      for (const { memory, cosine, passage } of allowed) matches.addCosine(memory, cosine, passage);
      await yieldNowAndThen();
      return connection.read((sql) => {
        const named = withPassages ? namedBy(sql, text.topicKey, scope) : [];
        const found = featuresOf(sql, new Set([...matches.memories(), ...named]), settledOnly);
        const { heads, others } = headsOf(sql, settledOnly ? [] : found);
        const rows = [...found, ...others];
        // Every candidate with a vector gets its cosine, not only those found by meaning.
        const rest = rows.map(([memory]) => memory).filter((memory) => !matches.hasOwnCosine(memory));
        const foundPassages = passages.hits.map(({ passage }) => passage);
        const exact = meaning ? byMeaning.cosines(sql, meaning, rest, foundPassages) : [];
        for (const { memory, cosine, passage } of exact) matches.addCosine(memory, cosine, passage);
        const candidates = rows.map((features) =>
          candidateOf(features, matches.of(features[0]), heads, named.includes(features[0])),
        );
        return { candidates, terms: all.terms, rowsInIndex: all.rowsInIndex };
      });
    },
  };
}

/** In the order of their numbers, so that sums over the candidates of a query are always the same. */
function featuresOf(sql: Sql, found: Iterable<number>, settledOnly: boolean): Features[] {
  const memories = [...found].sort((a, b) => a - b);
  // Looked up in the order of the list, which saves SQLite from making an index of it.
  const row = sql.get(
    `SELECT json_group_array(${FEATURES}) AS features FROM json_each(?) j CROSS JOIN memories m ON m.seq = j.value
     WHERE m.type = 'decision'${settledOnly ? " AND m.outcome IS NOT NULL" : ""}`,
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

/** The decisions whose stated topic has this name, newest first. */
function namedBy(sql: Sql, key: string, scope: Scope): number[] {
  if (key === "") return [];
  const inScope = allOf(ofScope(scope, "+m.project"));
  return sql
    .all(
      `SELECT m.seq FROM topic_names t JOIN memories m ON m.seq = t.memory
       WHERE t.key = ? AND ${inScope.sql} ORDER BY m.seq DESC LIMIT ?`,
      key,
      ...inScope.values,
      MOST_NAMED,
    )
    .map((row) => row["seq"] as number);
}

/** The fields are written out, because spreading objects for two hundred candidates takes several times as long. */
function candidateOf(
  [, id, standing, authorKind, createdAt, target, settled]: Features,
  { words, cosine, ownCosine, passage, unaided }: MatchedBy,
  heads: ReadonlyMap<string, readonly string[]>,
  isNamed: boolean,
): Candidate {
  return {
    id,
    standing,
    authorKind,
    createdAt: new Date(createdAt),
    target: target ?? undefined,
    settled: settled === 1,
    heads: heads.get(id) ?? [],
    words,
    cosine,
    ownCosine,
    passage,
    unaided,
    named: isNamed ? true : undefined,
  };
}
