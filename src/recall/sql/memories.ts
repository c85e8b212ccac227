import { DECISION_COLUMNS, type DecisionRow, decisionOf } from "../../decisions/index.ts";
import {
  type CheckpointRow,
  type ContextRow,
  checkpointOf,
  contextOf,
  type InsightRow,
  insightOf,
} from "../../sessions/index.ts";
import type { AuthorKind } from "../../shared/actor.ts";
import { Fault } from "../../shared/errors.ts";
import type { Page } from "../../shared/page.ts";
import type { Scope } from "../../shared/scope.ts";
import type { TextQuery } from "../../shared/words/search-text.ts";
import { allOf, ofScope } from "../../store/file/conditions.ts";
import type { Connection, Sql } from "../../store/file/connection.ts";
import type { Candidate } from "../rules/match-candidates.ts";
import type { QueryTerms } from "../rules/query-terms.ts";
import type { CandidateQuery, Memory, MemoryType, NoteType } from "../rules/recall-store.ts";
import { collectMatches, withKnownAbbreviations } from "./search.ts";
import { NOTE_PASSAGES, vectorIndexes, withOwners } from "./vector-search.ts";
import { NOTES, wordSearch } from "./word-search.ts";

type Meaning = NonNullable<CandidateQuery["meaning"]>;

/** The columns of decisions include those of the other types. */
const COLUMNS = `m.type, ${DECISION_COLUMNS}`;

/** The words and the vectors of notes, of which parts are kept in memory. */
const indexesIn = (connection: Connection) => ({
  byWords: wordSearch(connection, NOTES),
  indexOf: vectorIndexes(connection, NOTE_PASSAGES),
});
type Indexes = ReturnType<typeof indexesIn>;

async function nearestNotes(memory: Connection, { model, vector }: Meaning, scope: Scope, limit: number) {
  const near = await memory.kept(indexesIn).indexOf(model).nearest(vector, scope, limit);
  return memory.read((sql) => withOwners(sql, near));
}

/** Of notes that were found by their words. */
function cosinesOf(sql: Sql, { indexOf }: Indexes, { model, vector }: Meaning, memories: readonly number[]) {
  const passages = sql.all<{ seq: number }>(
    "SELECT seq FROM passages WHERE memory IN (SELECT value FROM json_each(?))",
    JSON.stringify(memories),
  );
  const numbers = passages.map(({ seq }) => seq);
  return withOwners(sql, indexOf(model).cosines(sql, vector, numbers));
}

/** Newest first. Damaged memories are counted in the total but left out. */
export function readMemories(
  memory: Connection,
  {
    scope,
    types,
    since,
  }: {
    readonly scope: Scope;
    readonly types: readonly MemoryType[];
    readonly since?: Date | undefined;
  },
  limit: number,
): Promise<Page<Memory>> {
  return memory.read((sql) => {
    // One query per type, because the index by time starts with project and type.
    const perType = types.map((type) => {
      const { sql: where, values } = allOf(["m.type = ?", type], ofScope(scope), [
        "m.created_at >= ?",
        since?.getTime(),
      ]);
      const total = sql.value<number>(`SELECT count(*) FROM memories m WHERE ${where}`, ...values);
      const rows = sql.all<ReadableRow>(
        `SELECT ${COLUMNS} FROM memories m WHERE ${where} ORDER BY m.created_at DESC, m.id DESC LIMIT ?`,
        ...values,
        limit,
      );
      return { total, rows };
    });
    const newest = perType.flatMap(({ rows }) => rows).sort(byTime);
    return {
      items: newest.slice(0, limit).flatMap(readable),
      total: perType.reduce((sum, { total }) => sum + total, 0),
    };
  });
}

/** In the order of the ids, without those that do not exist. */
export function memoriesById(
  memory: Connection,
  scope: Scope,
  ids: readonly string[],
): Promise<readonly Memory[]> {
  return memory.read((sql) => {
    const inScope = allOf(ofScope(scope, "+m.project"));
    return sql
      .all<ReadableRow>(
        `SELECT ${COLUMNS} FROM json_each(?) j JOIN memories m ON m.id = j.value AND ${inScope.sql} ORDER BY j.key`,
        JSON.stringify(ids),
        ...inScope.values,
      )
      .flatMap(readable);
  });
}

/**
 * Searches notes by their words and their meaning. They have their own index, so that they neither slow down the search for decisions
 * nor change which words are rare there. Returns candidates for ranking, all of them active.
 */
export async function findNotes(
  memory: Connection,
  {
    scope,
    types,
    text: asked,
    meaning,
    limit,
  }: {
    readonly scope: Scope;
    readonly types: readonly NoteType[];
    readonly text: TextQuery;
    readonly meaning?: CandidateQuery["meaning"];
    readonly limit: number;
  },
): Promise<{
  readonly candidates: readonly Candidate[];
  readonly terms: QueryTerms;
  readonly rowsInIndex: number;
}> {
  const indexes = memory.kept(indexesIn);
  const { byWords } = indexes;
  const near = meaning ? await nearestNotes(memory, meaning, scope, limit) : [];
  const text = await withKnownAbbreviations(memory, asked, scope);
  const { terms, rowsInIndex } = await byWords.terms(text);
  const nearby = near.map(({ memory }) => memory);
  const hits = await byWords.hits(terms, text, scope, limit, nearby);
  const matches = collectMatches();
  for (const { row, words } of hits) matches.addWords(row, words);
  // If the query is nothing but quotations, a match by meaning must contain them too.
  const allowed = text.onlyPhrases ? near.filter(({ memory }) => matches.has(memory)) : near;
  const found = meaning
    ? await memory.read((sql) =>
        cosinesOf(
          sql,
          indexes,
          meaning,
          hits.map(({ row }) => row),
        ),
      )
    : [];
  for (const { memory, cosine, passage } of [...allowed, ...found])
    matches.addCosine(memory, cosine, passage);
  const rows = await memory.read((sql) =>
    sql.all<CandidateRow & { seq: number }>(
      `SELECT seq, id, author_kind, created_at FROM memories
           WHERE seq IN (SELECT value FROM json_each(?)) AND type IN (SELECT value FROM json_each(?))`,
      JSON.stringify([...matches.memories()]),
      JSON.stringify(types),
    ),
  );
  const candidates = rows.map((row) => ({ ...candidateOf(row), ...matches.of(row.seq) }));
  return { candidates, terms, rowsInIndex };
}

type TimedRow = { created_at: number; id: string };

const byTime = (a: TimedRow, b: TimedRow): number => b.created_at - a.created_at || (a.id < b.id ? 1 : -1);

type CandidateRow = { id: string; author_kind: AuthorKind; created_at: number };

function candidateOf(row: CandidateRow): Candidate {
  return {
    id: row.id,
    standing: "active",
    authorKind: row.author_kind,
    createdAt: new Date(row.created_at),
  };
}

const READERS: Readonly<Record<MemoryType, (row: ReadableRow) => Memory>> = {
  decision: (row) => ({ type: "decision", decision: decisionOf(row) }),
  checkpoint: (row) => ({ type: "checkpoint", checkpoint: checkpointOf(row) }),
  insight: (row) => ({ type: "insight", insight: insightOf(row) }),
  context: (row) => ({ type: "context", context: contextOf(row) }),
};

type ReadableRow = DecisionRow & CheckpointRow & InsightRow & ContextRow & { type: MemoryType };

/** Leaves out a damaged memory; loading it by itself reports the damage. */
function readable(row: ReadableRow): Memory[] {
  try {
    return [READERS[row.type](row)];
  } catch (error) {
    if (error instanceof Fault && error.code === "unavailable") return [];
    throw error;
  }
}
