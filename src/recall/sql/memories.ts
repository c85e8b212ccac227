import { DECISION_COLUMNS, decisionOf } from "../../decisions/index.ts";
import { checkpointOf, contextOf, insightOf } from "../../sessions/index.ts";
import type { AuthorKind } from "../../shared/actor.ts";
import { Fault } from "../../shared/errors.ts";
import type { Scope } from "../../shared/scope.ts";
import { allOf, ofScope } from "../../store/file/conditions.ts";
import type { Connection, Row, Sql } from "../../store/file/connection.ts";
import type { Candidate } from "../rules/match-candidates.ts";
import type { CandidateQuery, Memory, MemoryStore, MemoryType } from "../rules/recall-store.ts";
import { collectMatches, withKnownAbbreviations } from "./search.ts";
import { NOTE_PASSAGES, vectorIndexes, withOwners } from "./vector-search.ts";
import { NOTES, wordSearch } from "./word-search.ts";

type Meaning = NonNullable<CandidateQuery["meaning"]>;

/** The columns of decisions include those of the other types. */
const COLUMNS = `m.type, ${DECISION_COLUMNS}`;

export function sqliteMemories(connection: Connection): MemoryStore {
  const byWords = wordSearch(connection, NOTES);
  const indexOf = vectorIndexes(connection, NOTE_PASSAGES);
  const nearestNotes = async ({ model, vector }: Meaning, scope: Scope, limit: number) => {
    const near = await indexOf(model).nearest(vector, scope, limit);
    return connection.read((sql) => withOwners(sql, near));
  };
  /** Of notes that were found by their words. */
  const cosinesOf = (sql: Sql, { model, vector }: Meaning, memories: readonly number[]) => {
    const passages = sql.all(
      "SELECT seq FROM passages WHERE memory IN (SELECT value FROM json_each(?))",
      JSON.stringify(memories),
    );
    const numbers = passages.map(({ seq }) => seq as number);
    return withOwners(sql, indexOf(model).cosines(sql, vector, numbers));
  };
  return {
    listMemories: ({ scope, types, since }, limit) =>
      connection.read((sql) => {
        // One query per type, because the index by time starts with project and type.
        const perType = types.map((type) => {
          const { sql: where, values } = allOf(["m.type = ?", type], ofScope(scope), [
            "m.created_at >= ?",
            since?.getTime(),
          ]);
          const { total } = sql.get(
            `SELECT count(*) AS total FROM memories m WHERE ${where}`,
            ...values,
          ) as Row;
          const rows = sql.all(
            `SELECT ${COLUMNS} FROM memories m WHERE ${where} ORDER BY m.created_at DESC, m.id DESC LIMIT ?`,
            ...values,
            limit,
          );
          return { total: total as number, rows };
        });
        const newest = perType.flatMap(({ rows }) => rows).sort(byTime);
        return {
          items: newest.slice(0, limit).flatMap(readable),
          total: perType.reduce((sum, { total }) => sum + total, 0),
        };
      }),

    memoriesById: (scope, ids) =>
      connection.read((sql) => {
        const inScope = allOf(ofScope(scope, "+m.project"));
        return sql
          .all(
            `SELECT ${COLUMNS} FROM json_each(?) j JOIN memories m ON m.id = j.value AND ${inScope.sql} ORDER BY j.key`,
            JSON.stringify(ids),
            ...inScope.values,
          )
          .flatMap(readable);
      }),

    async findNotes({ scope, types, text: asked, meaning, limit }) {
      const near = meaning ? await nearestNotes(meaning, scope, limit) : [];
      const text = await withKnownAbbreviations(connection, asked, scope);
      const { terms, rowsInIndex } = await byWords.terms(text);
      const nearby = near.map(({ memory }) => memory);
      const hits = await byWords.hits(terms, text, scope, limit, nearby);
      const matches = collectMatches();
      for (const { row, words } of hits) matches.addWords(row, words);
      // If the query is nothing but quotations, a match by meaning must contain them too.
      const allowed = text.onlyPhrases ? near.filter(({ memory }) => matches.has(memory)) : near;
      const found = meaning
        ? await connection.read((sql) =>
            cosinesOf(
              sql,
              meaning,
              hits.map(({ row }) => row),
            ),
          )
        : [];
      for (const { memory, cosine, passage } of [...allowed, ...found])
        matches.addCosine(memory, cosine, passage);
      const rows = await connection.read((sql) =>
        sql.all(
          `SELECT seq, id, author_kind, created_at FROM memories
           WHERE seq IN (SELECT value FROM json_each(?)) AND type IN (SELECT value FROM json_each(?))`,
          JSON.stringify([...matches.memories()]),
          JSON.stringify(types),
        ),
      );
      const candidates = rows.map((row) => ({ ...candidateOf(row), ...matches.of(row["seq"] as number) }));
      return { candidates, terms, rowsInIndex };
    },
  };
}

const byTime = (a: Row, b: Row): number =>
  (b["created_at"] as number) - (a["created_at"] as number) ||
  ((a["id"] as string) < (b["id"] as string) ? 1 : -1);

function candidateOf(row: Row): Candidate {
  return {
    id: row["id"] as string,
    standing: "active",
    authorKind: row["author_kind"] as AuthorKind,
    createdAt: new Date(row["created_at"] as number),
  };
}

const READERS: Readonly<Record<MemoryType, (row: Row) => Memory>> = {
  decision: (row) => ({ type: "decision", decision: decisionOf(row) }),
  checkpoint: (row) => ({ type: "checkpoint", checkpoint: checkpointOf(row) }),
  insight: (row) => ({ type: "insight", insight: insightOf(row) }),
  context: (row) => ({ type: "context", context: contextOf(row) }),
};

/** Leaves out a damaged memory; loading it by itself reports the damage. */
function readable(row: Row): Memory[] {
  try {
    return [READERS[row["type"] as MemoryType](row)];
  } catch (error) {
    if (error instanceof Fault && error.code === "unavailable") return [];
    throw error;
  }
}
