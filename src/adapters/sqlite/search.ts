import type { Decision } from "../../domain/decision.ts";
import type { FoundDecision, SearchStore } from "../../domain/store.ts";
import type { Connection, Sql } from "./connection.ts";
import { findDecision } from "./find-decision.ts";
import { DECISION_COLUMNS, decisionOf } from "./rows.ts";
import { letOthersIn } from "./turn.ts";
import { cosines, vectorIndex } from "./vector-index.ts";
import { wordSearch } from "./word-search.ts";

/** No chain is longer; it only keeps a damaged file from being walked for ever. */
const LONGEST_CHAIN = 100;

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
    async findCandidates({ text, meaning, scope, perMethod, settledOnly = false }) {
      const near = meaning ? await indexOf(meaning.model).nearest(meaning.vector, scope, perMethod) : [];
      await letOthersIn();
      const { terms, rowsInIndex } = await byWords.terms(text);
      await letOthersIn();
      const nearby = near.map(({ memory }) => memory);
      const found = await byWords.hits(terms, text, scope, perMethod, nearby);
      const hits = new Map<number, Hit>(found.map(({ memory, words }) => [memory, { words }]));
      await letOthersIn();
      return connection.read((sql) => {
        const rest = found.filter(({ memory }) => !nearby.includes(memory)).map(({ memory }) => memory);
        // What stands in quotation marks has to be there, however close the meaning is.
        const allowed = text.onlyPhrases ? near.filter(({ memory }) => hits.has(memory)) : near;
        const exact = meaning ? cosines(sql, meaning.model, meaning.vector, rest) : [];
        for (const { memory, cosine } of [...allowed, ...exact])
          hits.set(memory, { ...hits.get(memory), cosine });
        const decisions = decisionsOf(sql, hits, settledOnly);
        const candidates = settledOnly
          ? decisions.map(({ decision, hit }) => candidateOf(decision, hit, []))
          : withHeads(sql, decisions);
        return { candidates, terms, rowsInIndex };
      });
    },
  };
}

function decisionsOf(
  sql: Sql,
  hits: ReadonlyMap<number, Hit>,
  settledOnly: boolean,
): { decision: Decision; hit: Hit }[] {
  const rows = sql.all(
    `SELECT ${DECISION_COLUMNS} FROM memories m WHERE m.seq IN (SELECT value FROM json_each(?)) AND m.type = 'decision'${
      settledOnly ? " AND m.outcome IS NOT NULL" : ""
    }`,
    JSON.stringify([...hits.keys()]),
  );
  return rows.map((row) => ({ decision: decisionOf(row), hit: hits.get(row["seq"] as number) ?? {} }));
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
