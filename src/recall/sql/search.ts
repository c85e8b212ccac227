/** Finds the candidates of a search for decisions, by words, by meaning and by the name of a topic. */
import {
  type Decision,
  decisionsByNumber,
  type PassageOwner,
  type PassageRef,
  passagesNumbered,
  type Standing,
} from "../../decisions/index.ts";
import type { AuthorKind } from "../../shared/actor.ts";
import type { Scope } from "../../shared/scope.ts";
import { abbreviationKeys, withAbbreviations } from "../../shared/words/abbreviations.ts";
import type { TextQuery } from "../../shared/words/search-text.ts";
import { allOf, ofScope } from "../../store/file/conditions.ts";
import type { Connection, Sql } from "../../store/file/connection.ts";
import { yieldNowAndThen, yieldToEventLoop } from "../../store/file/yield-to-event-loop.ts";
import type { Candidate } from "../rules/match-candidates.ts";
import { bothIndexes, commonScale, type IndexedTerms } from "../rules/query-terms.ts";
import type { CandidateQuery, FoundCandidates } from "../rules/recall-store.ts";
import { type MeaningHit, meaningSearch } from "./vector-search.ts";
import { quoted } from "./word-lists.ts";
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

/** The words of decisions and of their passages, and the vectors of both, of which parts are kept in memory. */
const indexesIn = (connection: Connection) => ({
  byWords: wordSearch(connection, DECISIONS),
  passagesByWords: wordSearch(connection, PASSAGES),
  byMeaning: meaningSearch(connection),
});

/** The passages with words of the query, those of `near` among them. */
async function passageWords(
  memory: Connection,
  { text, scope, perMethod }: CandidateQuery,
  near: readonly MeaningHit[],
): Promise<PassageWords> {
  const { passagesByWords } = memory.kept(indexesIn);
  if (await passagesByWords.isEmpty()) return NO_PASSAGES;
  const indexed = await passagesByWords.terms(text);
  await yieldToEventLoop();
  const wanted = near.flatMap(({ passage }) => passage?.number ?? []);
  const hits = await passagesByWords.hits(indexed.terms, text, scope, perMethod, wanted);
  const owners = await memory.read((sql) =>
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
}

/**
 * Decisions whose statement has words of the index in common with these, those with most of them first,
 * then the newest. Fast in a memory of any size, so it looks at the newest ones only.
 */
export function decisionsSharing(
  memory: Connection,
  scope: Scope,
  words: readonly string[],
  limit: number,
): Promise<readonly Decision[]> {
  return memory.read((sql) => decisionsSharingIn(sql, scope, words, limit));
}

/** `soon` is the `meaning` of the query if it is still being made: the words are searched meanwhile. */
export async function findCandidates(
  memory: Connection,
  query: CandidateQuery,
  soon?: Promise<CandidateQuery["meaning"]>,
): Promise<FoundCandidates> {
  // It may fail while the words are searched, and is awaited after that.
  soon?.catch(() => {});
  const { byWords, byMeaning } = memory.kept(indexesIn);
  const { text: asked, scope, perMethod, settledOnly = false, withPassages = false } = query;
  const text = await withKnownAbbreviations(memory, asked, scope);
  const ofDecisions = await byWords.terms(text);
  await yieldNowAndThen();
  // The words are looked up while the vector is made, which has to be asked for first.
  if (soon !== undefined) await yieldToEventLoop();
  await byWords.prepare(ofDecisions.terms, text);
  const meaning = soon === undefined ? query.meaning : await soon;
  const near = meaning ? await byMeaning.nearest(meaning, scope, perMethod) : [];
  const nearPassages =
    meaning && withPassages ? await byMeaning.nearestPassages(meaning, scope, perMethod) : [];
  await yieldNowAndThen();
  const wanted = [...near, ...nearPassages].map(({ memory }) => memory);
  const byText = await byWords.hits(ofDecisions.terms, text, scope, perMethod, wanted);
  const passages = withPassages ? await passageWords(memory, { ...query, text }, nearPassages) : NO_PASSAGES;
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
  const allowed = [...near, ...nearPassages].filter(({ memory }) => !text.onlyPhrases || matches.has(memory));
  for (const { memory, cosine, passage } of allowed) matches.addCosine(memory, cosine, passage);
  await yieldNowAndThen();
  return memory.read((sql) => {
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
}

/** In the order of their numbers, so that sums over the candidates of a query are always the same. */
function featuresOf(sql: Sql, found: Iterable<number>, settledOnly: boolean): Features[] {
  const memories = [...found].sort((a, b) => a - b);
  // Looked up in the order of the list, which saves SQLite from making an index of it.
  const row = sql.one<{ features: string }>(
    `SELECT json_group_array(${FEATURES}) AS features FROM json_each(?) j CROSS JOIN memories m ON m.seq = j.value
     WHERE m.type = 'decision'${settledOnly ? " AND m.outcome IS NOT NULL" : ""}`,
    JSON.stringify(memories),
  );
  return JSON.parse(row.features) as Features[];
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
  const ends = sql.all<{ start: string; features: string }>(
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
    const start = end.start;
    const head = JSON.parse(end.features) as Features;
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
  return sql.column<number>(
    `SELECT m.seq FROM topic_names t JOIN memories m ON m.seq = t.memory
       WHERE t.key = ? AND ${inScope.sql} ORDER BY m.seq DESC LIMIT ?`,
    key,
    ...inScope.values,
    MOST_NAMED,
  );
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

/** The query with the other forms of the abbreviations that decisions of the scope spell out. */
export async function withKnownAbbreviations(
  connection: Connection,
  query: TextQuery,
  scope: Scope,
): Promise<TextQuery> {
  const inScope = allOf(ofScope(scope, "a.project"));
  const rows = await connection.read((sql) =>
    sql.all(
      `WITH keys (key) AS (SELECT value FROM json_each(?))
       SELECT DISTINCT a.short, a.long FROM (
         SELECT * FROM abbreviations WHERE short_key IN keys UNION ALL
         SELECT * FROM abbreviations WHERE long_key IN keys) a
       WHERE ${inScope.sql} ORDER BY a.short, a.long`,
      JSON.stringify(abbreviationKeys(query)),
      ...inScope.values,
    ),
  );
  return withAbbreviations(
    query,
    rows.map((row) => ({ short: row["short"] as string, long: row["long"] as string })),
  );
}

interface Scores {
  words: number | undefined;
  cosine: number | undefined;
}

/** How a memory matched: by each of its texts, the best counts. */
interface Match {
  readonly own: Scores;
  readonly best: Scores;
  /** The best without the questions that the author gave. */
  readonly unaided: Scores;
  byWords: PassageRef | undefined;
  byMeaning: PassageRef | undefined;
}

/** The features that a candidate has from its matches. */
type MatchedBy = Pick<Candidate, "words" | "cosine" | "ownCosine" | "passage" | "unaided">;
const NOTHING: MatchedBy = {};

/** Collects the scores of memories and their passages. They are changed in place: a search adds several hundred. */
export function collectMatches() {
  const matches = new Map<number, Match>();
  const matchOf = (memory: number): Match => {
    let match = matches.get(memory);
    if (!match) {
      match = {
        own: noScores(),
        best: noScores(),
        unaided: noScores(),
        byWords: undefined,
        byMeaning: undefined,
      };
      matches.set(memory, match);
    }
    return match;
  };
  return {
    has: (memory: number): boolean => matches.has(memory),
    memories: (): Iterable<number> => matches.keys(),
    hasOwnCosine: (memory: number): boolean => matches.get(memory)?.own.cosine !== undefined,

    addWords(memory: number, words: number, passage?: PassageRef | undefined): void {
      const match = matchOf(memory);
      if (!passage) match.own.words = words;
      if (exceeds(words, match.best.words)) {
        match.best.words = words;
        if (passage) match.byWords = passage;
      }
      if (passage?.kind !== "question" && exceeds(words, match.unaided.words)) match.unaided.words = words;
    },

    addCosine(memory: number, cosine: number, passage?: PassageRef | undefined): void {
      const match = matchOf(memory);
      if (!passage) match.own.cosine = cosine;
      if (exceeds(cosine, match.best.cosine)) {
        match.best.cosine = cosine;
        if (passage) match.byMeaning = passage;
      }
      if (passage?.kind !== "question" && exceeds(cosine, match.unaided.cosine))
        match.unaided.cosine = cosine;
    },

    /** The scores of a candidate, and the passage that gave them. */
    of(memory: number): MatchedBy {
      const match = matches.get(memory);
      if (!match) return NOTHING;
      const { own, best, unaided, byWords, byMeaning } = match;
      const nearer = exceeds(best.cosine, own.cosine);
      const passage =
        (exceeds(best.words, own.words) ? byWords : undefined) ?? (nearer ? byMeaning : undefined);
      const aided = best.words !== unaided.words || best.cosine !== unaided.cosine;
      return {
        words: best.words,
        cosine: best.cosine,
        ownCosine: nearer ? (own.cosine ?? 0) : undefined,
        passage: passage && refOf(passage),
        unaided: aided ? unaided : undefined,
      };
    },
  };
}

const noScores = (): Scores => ({ words: undefined, cosine: undefined });

const refOf = ({ kind, key }: PassageRef): PassageRef => ({ kind, key });

const exceeds = (score: number | undefined, than: number | undefined): boolean =>
  score !== undefined && (than === undefined || score > than);

/** Only the newest rows are looked at, so that the cost does not depend on the size of the memory. */
const NEWEST_ROWS = 2_000;
/** Long words are rarer than short ones, and rare words tell more. */
const MOST_WORDS = 4;
/** Some of them may belong to other projects. */
const SCOPED_ROWS = 60;

/** Decisions with several of the words in the title, those with most of them first, then the newest. */
function decisionsSharingIn(
  sql: Sql,
  scope: Scope,
  words: readonly string[],
  limit: number,
): readonly Decision[] {
  const shared = new Map<number, number>();
  const longest = [...words].sort((a, b) => b.length - a.length).slice(0, MOST_WORDS);
  for (const word of longest) {
    const row = sql.one<{ rows: string }>(
      `SELECT json_group_array(rowid) AS rows FROM memories_text
       WHERE memories_text MATCH ? AND rowid > (SELECT max(seq) FROM memories) - ${NEWEST_ROWS}`,
      `title : ${quoted(word)}`,
    );
    for (const seq of JSON.parse(row.rows) as number[]) shared.set(seq, (shared.get(seq) ?? 0) + 1);
  }
  const found: Decision[] = [];
  // Mostly the first few are enough.
  const best = mostShared(shared);
  for (let from = 0; from < best.length && found.length < limit; from += limit)
    found.push(...decisionsByNumber(sql, scope, best.slice(from, from + limit)));
  return found.slice(0, limit);
}

/** The numbers of the best rows: those with most of the words, then the newest. Sorting all of them would take longer. */
function mostShared(shared: ReadonlyMap<number, number>): readonly number[] {
  const byCount: number[][] = Array.from({ length: MOST_WORDS }, () => []);
  for (const [row, words] of shared) byCount[MOST_WORDS - words]?.push(row);
  const best: number[] = [];
  for (const rows of byCount) if (best.length < SCOPED_ROWS) best.push(...rows.sort((a, b) => b - a));
  return best.slice(0, SCOPED_ROWS);
}
