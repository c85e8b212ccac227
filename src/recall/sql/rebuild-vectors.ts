import type { Sql } from "../../store/file/connection.ts";
import type { SqlValue } from "../../store/file/driver.ts";
import type { Rebuilt } from "../../store/log/store-health.ts";
import { activeModelIn, lacksVector, saveCode } from "./embeddings.ts";
import { bytesOf, codeOf, floatsOf } from "./vector-code.ts";

/** The condition that something of a memory `m` is embedded. */
const HAS_TEXTS =
  "(m.type = 'decision' OR EXISTS (SELECT 1 FROM passages p WHERE p.memory = m.seq AND p.embedded))";
/** The texts that the vectors of each table belong to. */
const TABLES = [
  {
    vectors: "vectors",
    codes: "vector_codes",
    item: "memory",
    owners: "SELECT seq FROM memories WHERE type = 'decision'",
  },
  {
    vectors: "passage_vectors",
    codes: "passage_codes",
    item: "passage",
    owners: "SELECT seq FROM passages WHERE embedded",
  },
] as const;

/**
 * Queues every decision to be embedded again. Its vector stays until the new one replaces it, so that searches by meaning
 * go on, and an interrupted rebuild loses nothing. Without `embedsAgain` the vectors cannot be replaced here, so they
 * are kept and only their codes are recomputed from them. Call it in a write.
 */
export function rebuildVectors(sql: Sql, embedsAgain: boolean): Rebuilt {
  const model = activeModelIn(sql) ?? "";
  const lost = count(
    sql,
    `memories m WHERE ${lacksVector("?1")} AND m.seq NOT IN (SELECT memory FROM embedding_queue)`,
    model,
  );
  sql.run(
    `DELETE FROM embedding_queue WHERE memory NOT IN (SELECT m.seq FROM memories m WHERE ${HAS_TEXTS})`,
  );
  sql.run(
    `INSERT INTO embedding_queue (memory, again) SELECT m.seq, ?1 FROM memories m
     WHERE ${HAS_TEXTS} AND (?1 OR ${lacksVector("?2")})
     ON CONFLICT DO UPDATE SET leased_until = 0, claimed_by = NULL, again = max(again, excluded.again)`,
    embedsAgain ? 1 : 0,
    model,
  );
  const removed = removeStray(sql, embedsAgain ? model : undefined);
  // New vectors bring their codes.
  const recoded = embedsAgain ? 0 : rebuildCodes(sql);
  return { rows: count(sql, "embedding_queue"), mended: lost + removed + recoded };
}

/**
 * Vectors of no decision, codes of no vector, and, if a model is given, what belongs to any other: a model that is no
 * longer used. Only the first two are something to be mended.
 */
function removeStray(sql: Sql, onlyModel: string | undefined): number {
  let removed = 0;
  for (const { vectors, codes, item, owners } of TABLES) {
    if (onlyModel !== undefined) {
      for (const table of [vectors, codes]) sql.run(`DELETE FROM ${table} WHERE model <> ?`, onlyModel);
    }
    const strayVectors = `${vectors} WHERE ${item} NOT IN (${owners})`;
    const strayCodes = `${codes} WHERE (${item}, model) NOT IN (SELECT ${item}, model FROM ${vectors})`;
    const withoutOwner = count(sql, strayVectors);
    sql.run(`DELETE FROM ${strayVectors}`);
    const withoutVector = count(sql, strayCodes);
    sql.run(`DELETE FROM ${strayCodes}`);
    removed += Math.max(withoutOwner, withoutVector);
  }
  return removed;
}

/** A code that is right keeps its row, because resident indexes read every new row. */
function rebuildCodes(sql: Sql): number {
  let recoded = 0;
  for (const { vectors, codes, item } of TABLES) {
    for (const { rowid } of sql.all<{ rowid: number }>(
      `SELECT rowid FROM ${vectors} ORDER BY ${item}, model`,
    )) {
      const row = sql.one<{
        vector: Uint8Array;
        code: Uint8Array | null;
        coded_project: SqlValue;
        project: SqlValue;
        model: string;
        item: number;
      }>(
        `SELECT v.${item} AS item, v.model, v.vector, m.seq, m.project, m.type, c.code, c.project AS coded_project
         FROM ${vectors} v JOIN memories m ON m.seq = ${
           item === "memory" ? "v.memory" : "(SELECT p.memory FROM passages p WHERE p.seq = v.passage)"
         }
           LEFT JOIN ${codes} c ON c.${item} = v.${item} AND c.model = v.model
         WHERE v.rowid = ?`,
        rowid,
      );
      const vector = floatsOf(row.vector);
      const isRight =
        row.code !== null &&
        row.coded_project === row.project &&
        Buffer.compare(row.code, bytesOf(codeOf(vector))) === 0;
      if (isRight) continue;
      saveCode(sql, codes, { model: row.model, item: row.item, memory: row }, vector);
      recoded++;
    }
  }
  return recoded;
}

function count(sql: Sql, rows: string, ...values: string[]): number {
  return sql.one<{ n: number }>(`SELECT count(*) AS n FROM ${rows}`, ...values).n;
}
