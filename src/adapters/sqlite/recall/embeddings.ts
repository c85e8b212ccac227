import { embeddingText } from "../../../domain/decisions/decision-texts.ts";
import type { EmbeddingStore } from "../../../domain/recall/embedding-store.ts";
import { DECISION_COLUMNS, decisionOf } from "../decisions/rows.ts";
import { allOf, ofScope } from "../shared/conditions.ts";
import type { Connection, Row, Sql } from "../shared/connection.ts";
import { bytesOf, codeOf, floatsOf } from "./vector-code.ts";

const ACTIVE_MODEL = "embedding_model";

export function sqliteEmbeddings(connection: Connection): EmbeddingStore {
  return {
    activeModel: () => connection.read(activeModel),

    activateModel: (model) =>
      connection.write((sql) => {
        if (activeModel(sql) === model) return;
        sql.run(
          "INSERT INTO facts (name, value) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = ?2",
          ACTIVE_MODEL,
          model,
        );
        sql.run(
          `INSERT INTO embedding_queue (memory) SELECT m.seq FROM memories m
           WHERE m.type = 'decision' AND NOT EXISTS (SELECT 1 FROM vectors v WHERE v.memory = m.seq AND v.model = ?)
           ON CONFLICT DO NOTHING`,
          model,
        );
      }),

    claimUnembedded: (limit, { by, now, leaseMs }) =>
      connection.write((sql) => {
        const rows = sql.all(
          `SELECT ${DECISION_COLUMNS} FROM embedding_queue q JOIN memories m ON m.seq = q.memory
           WHERE q.leased_until <= ? ORDER BY q.leased_until, q.memory DESC LIMIT ?`,
          now.getTime(),
          limit,
        );
        for (const row of rows) {
          sql.run(
            "UPDATE embedding_queue SET leased_until = ?, claimed_by = ? WHERE memory = ?",
            now.getTime() + leaseMs,
            by,
            row["seq"] as number,
          );
        }
        return rows.map((row) => ({ id: row["id"] as string, text: embeddingText(decisionOf(row)) }));
      }),

    embeddingClaimants: (now) =>
      connection.read((sql) =>
        sql
          .all(
            "SELECT DISTINCT claimed_by FROM embedding_queue WHERE leased_until > ? AND claimed_by IS NOT NULL",
            now.getTime(),
          )
          .map((row) => row["claimed_by"] as string),
      ),

    releaseClaims: (by) =>
      connection.write((sql) =>
        sql.run(
          `UPDATE embedding_queue SET leased_until = 0, claimed_by = NULL
           WHERE claimed_by IN (SELECT value FROM json_each(?))`,
          JSON.stringify(by),
        ),
      ),

    saveVectors: (model, embedded) =>
      connection.write((sql) => {
        for (const { id, vector } of embedded) saveVector(sql, model, id, vector);
      }),

    vectorOf: (scope, decisionId) =>
      connection.read((sql) => {
        const model = activeModel(sql);
        if (model === undefined) return undefined;
        const inScope = allOf(ofScope(scope, "+m.project"));
        const row = sql.get(
          `SELECT v.vector FROM memories m JOIN vectors v ON v.memory = m.seq WHERE m.id = ? AND v.model = ? AND ${inScope.sql}`,
          decisionId,
          model,
          ...inScope.values,
        );
        return row && { model, vector: floatsOf(row["vector"] as Uint8Array) };
      }),

    vectorsOf: (scope, decisionIds) =>
      connection.read((sql) => {
        const model = activeModel(sql);
        if (model === undefined) return new Map();
        const inScope = allOf(ofScope(scope, "+m.project"));
        const rows = sql.all(
          `SELECT m.id, v.vector FROM json_each(?) ids JOIN memories m ON m.id = ids.value
           JOIN vectors v ON v.memory = m.seq AND v.model = ? WHERE ${inScope.sql}`,
          JSON.stringify(decisionIds),
          model,
          ...inScope.values,
        );
        return new Map(rows.map((row) => [row["id"] as string, floatsOf(row["vector"] as Uint8Array)]));
      }),

    pendingEmbeddings: () =>
      connection.read((sql) => (sql.get("SELECT count(*) AS n FROM embedding_queue") as Row)["n"] as number),
  };
}

export function activeModel(sql: Sql): string | undefined {
  return sql.get("SELECT value FROM facts WHERE name = ?", ACTIVE_MODEL)?.["value"] as string | undefined;
}

/** Does nothing if the memory was erased while it was being embedded. */
function saveVector(sql: Sql, model: string, id: string, vector: Float32Array): void {
  const row = sql.get("SELECT seq, project FROM memories WHERE id = ?", id);
  if (!row) return;
  const memory = row["seq"] as number;
  sql.run(
    "INSERT INTO vectors (memory, model, vector) VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET vector = ?3",
    memory,
    model,
    bytesOf(vector),
  );
  // Deleted and inserted again, because the vector index reads only new rows.
  sql.run("DELETE FROM vector_codes WHERE memory = ? AND model = ?", memory, model);
  sql.run(
    "INSERT INTO vector_codes (memory, model, project, code) VALUES (?, ?, ?, ?)",
    memory,
    model,
    row["project"] as string,
    bytesOf(codeOf(vector)),
  );
  sql.run("DELETE FROM embedding_queue WHERE memory = ?", memory);
}
