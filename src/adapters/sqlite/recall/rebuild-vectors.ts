import type { Rebuilt } from "../../../domain/log/store-health.ts";
import type { Row, Sql } from "../shared/connection.ts";
import { activeModel } from "./embeddings.ts";
import { bytesOf, codeOf, floatsOf } from "./vector-code.ts";

/**
 * Queues every decision to be embedded again. Its vector stays until the new one replaces it, so that searches by meaning
 * go on, and an interrupted rebuild loses nothing. Without `embedsAgain` the vectors cannot be made again here, so they
 * are kept and only their codes are made again from them. Call it in a write.
 */
export function rebuildVectors(sql: Sql, embedsAgain: boolean): Rebuilt {
  const model = activeModel(sql) ?? "";
  const decisions = "memories m WHERE m.type = 'decision'";
  const hasVector = "EXISTS (SELECT 1 FROM vectors v WHERE v.memory = m.seq AND v.model = ?)";
  const lost = count(
    sql,
    `${decisions} AND NOT ${hasVector} AND m.seq NOT IN (SELECT memory FROM embedding_queue)`,
    model,
  );
  sql.run(`DELETE FROM embedding_queue WHERE memory NOT IN (SELECT m.seq FROM ${decisions})`);
  sql.run(
    `INSERT INTO embedding_queue (memory) SELECT m.seq FROM ${decisions} AND (?1 OR NOT ${hasVector.replace("?", "?2")})
     ON CONFLICT DO UPDATE SET leased_until = 0, claimed_by = NULL`,
    embedsAgain ? 1 : 0,
    model,
  );
  const removed = removeStray(sql, embedsAgain ? model : undefined);
  // Vectors that are made again bring their codes.
  const recoded = embedsAgain ? 0 : rebuildCodes(sql);
  return { rows: count(sql, "embedding_queue"), mended: lost + removed + recoded };
}

/**
 * Vectors of no decision, codes of no vector, and, if a model is given, what belongs to any other: a model that is no
 * longer used. Only the first two are something to be mended.
 */
function removeStray(sql: Sql, onlyModel: string | undefined): number {
  if (onlyModel !== undefined) {
    for (const table of ["vectors", "vector_codes"])
      sql.run(`DELETE FROM ${table} WHERE model <> ?`, onlyModel);
  }
  const strayVectors = "vectors WHERE memory NOT IN (SELECT seq FROM memories WHERE type = 'decision')";
  const strayCodes = "vector_codes WHERE (memory, model) NOT IN (SELECT memory, model FROM vectors)";
  const vectors = count(sql, strayVectors);
  sql.run(`DELETE FROM ${strayVectors}`);
  const codes = count(sql, strayCodes);
  sql.run(`DELETE FROM ${strayCodes}`);
  return Math.max(vectors, codes);
}

/** A code that is right keeps its row, because resident indexes read every new row. */
function rebuildCodes(sql: Sql): number {
  let recoded = 0;
  for (const { rowid } of sql.all("SELECT rowid FROM vectors ORDER BY memory, model")) {
    const row = sql.get(
      `SELECT v.memory, v.model, v.vector, m.project, c.code, c.project AS coded_project
       FROM vectors v JOIN memories m ON m.seq = v.memory
         LEFT JOIN vector_codes c ON c.memory = v.memory AND c.model = v.model
       WHERE v.rowid = ?`,
      rowid as number,
    ) as Row;
    const code = bytesOf(codeOf(floatsOf(row["vector"] as Uint8Array)));
    const isRight =
      row["code"] !== null &&
      row["coded_project"] === row["project"] &&
      Buffer.compare(row["code"] as Uint8Array, code) === 0;
    if (isRight) continue;
    const [memory, model] = [row["memory"] as number, row["model"] as string];
    sql.run("DELETE FROM vector_codes WHERE memory = ? AND model = ?", memory, model);
    sql.run(
      "INSERT INTO vector_codes (memory, model, project, code) VALUES (?, ?, ?, ?)",
      memory,
      model,
      row["project"] as string,
      code,
    );
    recoded++;
  }
  return recoded;
}

function count(sql: Sql, rows: string, ...values: string[]): number {
  return (sql.get(`SELECT count(*) AS n FROM ${rows}`, ...values) as Row)["n"] as number;
}
