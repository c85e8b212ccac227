import type { AuthorKind } from "../../domain/actor.ts";
import type { Standing } from "../../domain/decision.ts";
import type { Candidate } from "../../domain/ranking.ts";
import type { SearchStore } from "../../domain/store.ts";
import type { Connection, Row, Sql } from "./connection.ts";
import { letOthersIn } from "./turn.ts";
import { cosines, vectorIndex } from "./vector-index.ts";
import { wordSearch } from "./word-search.ts";

/** What ranking looks at: a whole decision is read only once it is a result. */
const FEATURES = "m.seq, m.id, m.project, m.standing, m.author_kind, m.created_at, m.topic, m.topic_stated";

/** A row and what each method says of it. */
interface Hit {
  words?: number;
  cosine?: number;
}

export function sqliteSearch(connection: Connection): SearchStore {
  const byWords = wordSearch(connection);
  const indexes = new Map<string, ReturnType<typeof vectorIndex>>();
  const indexOf = (model: string) => {
    const index = indexes.get(model) ?? vectorIndex(connection, model);
    indexes.set(model, index);
    return index;
  };
  return {
    async findCandidates({ text, meaning, scope, perMethod }) {
      const near = meaning ? await indexOf(meaning.model).nearest(meaning.vector, scope, perMethod) : [];
      await letOthersIn();
      const { terms, rowsInIndex } = await byWords.terms(text);
      await letOthersIn();
      const nearby = near.map(({ memory }) => memory);
      const found = await byWords.hits(terms, text, scope, perMethod, nearby);
      const hits = new Map<number, Hit>(found.map(({ memory, words }) => [memory, { words }]));
      // What stands in quotation marks has to be there, however close the meaning is.
      const allowed = text.onlyPhrases ? near.filter(({ memory }) => hits.has(memory)) : near;
      for (const { memory, cosine } of allowed) hits.set(memory, { ...hits.get(memory), cosine });
      await letOthersIn();
      return connection.read((sql) => {
        const rows = featuresOf(sql, [...hits.keys()]);
        const { heads, headRows } = headsOf(sql, rows);
        const all = [...rows, ...headRows];
        if (meaning) addCosines(sql, meaning, all, hits);
        return { candidates: all.map((row) => candidateOf(row, hits, heads)), terms, rowsInIndex };
      });
    },
  };
}

function featuresOf(sql: Sql, memories: readonly number[]): Row[] {
  return sql.all(
    `SELECT ${FEATURES} FROM memories m WHERE m.seq IN (SELECT value FROM json_each(?)) AND m.type = 'decision'`,
    JSON.stringify(memories),
  );
}

/** What replaced the rows, at the ends of their chains, because it often uses other words; and those not found yet. */
function headsOf(sql: Sql, rows: readonly Row[]): { heads: Map<string, string[]>; headRows: Row[] } {
  const heads = new Map<string, string[]>();
  const replaced = rows.filter((row) => row["standing"] === "superseded").map((row) => row["id"]);
  if (replaced.length === 0) return { heads, headRows: [] };
  const ends = sql.all(
    `WITH RECURSIVE chain (start, id) AS (
       SELECT value, value FROM json_each(?)
       UNION SELECT c.start, l.from_id FROM chain c JOIN links l ON l.to_id = c.id AND l.relation = 'supersedes'
     )
     SELECT c.start, ${FEATURES} FROM chain c JOIN memories m ON m.id = c.id
     WHERE c.id <> c.start
       AND NOT EXISTS (SELECT 1 FROM links l WHERE l.to_id = c.id AND l.relation = 'supersedes')`,
    JSON.stringify(replaced),
  );
  const added = new Map<unknown, Row>();
  const known = new Set(rows.map((row) => row["id"]));
  for (const end of ends) {
    const start = end["start"] as string;
    heads.set(start, [...(heads.get(start) ?? []), end["id"] as string]);
    if (!known.has(end["id"])) added.set(end["id"], end);
  }
  return { heads, headRows: [...added.values()] };
}

/** For those that were not found by their meaning, so that every candidate with a vector is judged by it. */
function addCosines(
  sql: Sql,
  { model, vector }: { readonly model: string; readonly vector: Float32Array },
  rows: readonly Row[],
  hits: Map<number, Hit>,
): void {
  const without = rows
    .map((row) => row["seq"] as number)
    .filter((memory) => hits.get(memory)?.cosine === undefined);
  for (const { memory, cosine } of cosines(sql, model, vector, without)) {
    hits.set(memory, { ...hits.get(memory), cosine });
  }
}

function candidateOf(
  row: Row,
  hits: ReadonlyMap<number, Hit>,
  heads: ReadonlyMap<string, readonly string[]>,
): Candidate {
  const id = row["id"] as string;
  return {
    id,
    standing: row["standing"] as Standing,
    authorKind: row["author_kind"] as AuthorKind,
    createdAt: new Date(row["created_at"] as number),
    target: row["topic_stated"] === 1 ? `${row["project"]}\n${row["topic"]}` : undefined,
    heads: heads.get(id) ?? [],
    ...hits.get(row["seq"] as number),
  };
}
