import type { Decision } from "../../domain/decision.ts";
import { boundTerms, type CountedTerm, MOST_ROWS } from "../../domain/query-terms.ts";
import type { TextQuery } from "../../domain/search-text.ts";
import {
  ALL_PROJECTS,
  type CandidateQuery,
  type FoundCandidates,
  type FoundDecision,
  type Scope,
  type SearchStore,
} from "../../domain/store.ts";
import type { Connection, Row, Sql } from "./connection.ts";
import { findDecision } from "./find-decision.ts";
import { DECISION_COLUMNS, decisionOf } from "./rows.ts";
import { dot, floatsOf } from "./vector-code.ts";
import { type Near, vectorIndex } from "./vector-index.ts";

/** Of BM25: a word in the statement or topic counts as much as three elsewhere. */
const RANK = "-bm25(memories_text, 3.0, 1.0)";
/** No chain is longer; it only keeps a damaged file from being walked for ever. */
const LONGEST_CHAIN = 100;

/** A row and what each method says of it. */
interface Hit {
  words?: number;
  cosine?: number;
}

export function sqliteSearch(connection: Connection): SearchStore {
  const indexes = new Map<string, ReturnType<typeof vectorIndex>>();
  const indexOf = (model: string) => {
    const index = indexes.get(model) ?? vectorIndex(connection, model);
    indexes.set(model, index);
    return index;
  };
  return {
    async findCandidates(query) {
      const { meaning, scope, perMethod } = query;
      const near = meaning ? await indexOf(meaning.model).nearest(meaning.vector, scope, perMethod) : [];
      return connection.read((sql) => candidates(sql, query, near));
    },
  };
}

function candidates(sql: Sql, query: CandidateQuery, near: readonly Near[]): FoundCandidates {
  const { text, scope, meaning, perMethod } = query;
  const terms = boundTerms(text.terms.map((term) => count(sql, term)));
  const { n: rowsInIndex } = sql.get("SELECT count(*) AS n FROM memories_text_docsize") as { n: number };
  const match = matchOf(terms.kept, text);
  const hits = new Map<number, Hit>();
  if (match) {
    for (const row of byWords(sql, match, scope, perMethod))
      hits.set(row["seq"] as number, { words: row["score"] as number });
  }
  // What stands in quotation marks has to be there, however close the meaning is.
  const allowed = text.phrases.length === 0 ? near : near.filter(({ memory }) => hits.has(memory));
  for (const { memory, cosine } of allowed) {
    const words = hits.get(memory)?.words ?? (match ? wordsOf(sql, match, memory) : undefined);
    hits.set(memory, { ...(words !== undefined && { words }), cosine });
  }
  if (meaning) {
    for (const [memory, hit] of hits) {
      const cosine = hit.cosine ?? cosineOf(sql, meaning, memory);
      if (cosine !== undefined) hit.cosine = cosine;
    }
  }
  const found = [...hits].flatMap(([memory, hit]) => {
    const row = sql.get(
      `SELECT ${DECISION_COLUMNS} FROM memories m WHERE m.seq = ? AND m.type = 'decision'`,
      memory,
    );
    return row ? [{ decision: decisionOf(row), hit }] : [];
  });
  return { candidates: withHeads(sql, found), terms, rowsInIndex };
}

/** How many rows have a term; beyond what a search may cost nobody needs to know. */
function count(sql: Sql, term: string): CountedTerm {
  const row = sql.get(
    "SELECT count(*) AS n FROM (SELECT 1 FROM memories_text WHERE memories_text MATCH ? LIMIT ?)",
    quoted(term),
    MOST_ROWS,
  ) as Row;
  return { term, rows: row["n"] as number };
}

const quoted = (words: string): string => `"${words.replaceAll('"', '""')}"`;

function matchOf(kept: readonly CountedTerm[], { phrases }: TextQuery): string | undefined {
  const any = kept.map(({ term }) => quoted(term)).join(" OR ");
  const all = phrases.flat().map(quoted);
  if (any === "" && all.length === 0) return undefined;
  return [...all, ...(any === "" ? [] : [`(${any})`])].join(" AND ");
}

function byWords(sql: Sql, match: string, scope: Scope, limit: number): Row[] {
  return sql.all(
    `SELECT m.seq, ${RANK} AS score FROM memories_text CROSS JOIN memories m ON m.seq = memories_text.rowid
     WHERE memories_text MATCH ? AND m.type = 'decision'${scope === ALL_PROJECTS ? "" : " AND m.project = ?"}
     ORDER BY score DESC, m.seq DESC LIMIT ?`,
    match,
    ...(scope === ALL_PROJECTS ? [] : [scope]),
    limit,
  );
}

function wordsOf(sql: Sql, match: string, memory: number): number | undefined {
  const row = sql.get(
    `SELECT ${RANK} AS score FROM memories_text WHERE memories_text MATCH ? AND rowid = ?`,
    match,
    memory,
  );
  return row?.["score"] as number | undefined;
}

function cosineOf(
  sql: Sql,
  { model, vector }: NonNullable<CandidateQuery["meaning"]>,
  memory: number,
): number | undefined {
  const row = sql.get("SELECT vector FROM vectors WHERE memory = ? AND model = ?", memory, model);
  return row && dot(vector, floatsOf(row["vector"] as Uint8Array));
}

/** Adds the decisions that replaced what was found, because they often use other words. */
function withHeads(sql: Sql, found: readonly { decision: Decision; hit: Hit }[]): FoundDecision[] {
  const all = new Map(found.map(({ decision, hit }) => [decision.id, candidateOf(decision, hit, [])]));
  for (const { decision, hit } of found) {
    if (decision.standing !== "superseded") continue;
    const heads = headsOf(sql, decision);
    all.set(
      decision.id,
      candidateOf(
        decision,
        hit,
        heads.map(({ id }) => id),
      ),
    );
    for (const head of heads) if (!all.has(head.id)) all.set(head.id, candidateOf(head, {}, []));
  }
  return [...all.values()];
}

function headsOf(sql: Sql, start: Decision): Decision[] {
  const heads: Decision[] = [];
  const seen = new Set([start.id]);
  const open = [...start.supersededBy];
  for (let id = open.pop(); id !== undefined && seen.size < LONGEST_CHAIN; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const next = findDecision(sql, start.project, id);
    if (!next) continue;
    if (next.supersededBy.length === 0) heads.push(next);
    else open.push(...next.supersededBy);
  }
  return heads;
}

function candidateOf(decision: Decision, hit: Hit, heads: readonly string[]): FoundDecision {
  const { id, standing, author, createdAt, topic, topicStated, project } = decision;
  return {
    decision,
    id,
    standing,
    authorKind: author.kind,
    createdAt,
    target: topicStated ? `${project}\n${topic}` : undefined,
    heads,
    ...hit,
  };
}
