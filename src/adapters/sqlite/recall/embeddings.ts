import { embeddingText } from "../../../domain/recall/decision-texts.ts";
import type { EmbeddingStore } from "../../../domain/store.ts";
import { DECISION_COLUMNS, decisionOf } from "../decisions/rows.ts";
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

    claimUnembedded: (limit, now, leaseMs) =>
      connection.write((sql) => {
        const rows = sql.all(
          `SELECT ${DECISION_COLUMNS} FROM embedding_queue q JOIN memories m ON m.seq = q.memory
           WHERE q.leased_until <= ? ORDER BY q.leased_until, q.memory DESC LIMIT ?`,
          now.getTime(),
          limit,
        );
        for (const row of rows) {
          sql.run(
            "UPDATE embedding_queue SET leased_until = ? WHERE memory = ?",
            now.getTime() + leaseMs,
            row["seq"] as number,
          );
        }
        return rows.map((row) => ({ memory: row["seq"] as number, text: embeddingText(decisionOf(row)) }));
      }),

    saveVectors: (model, embedded) =>
      connection.write((sql) => {
        for (const { memory, vector } of embedded) saveVector(sql, model, memory, vector);
      }),

    vectorOf: (decisionId) =>
      connection.read((sql) => {
        const model = activeModel(sql);
        if (model === undefined) return undefined;
        const row = sql.get(
          "SELECT v.vector FROM memories m JOIN vectors v ON v.memory = m.seq WHERE m.id = ? AND v.model = ?",
          decisionId,
          model,
        );
        return row && { model, vector: floatsOf(row["vector"] as Uint8Array) };
      }),

    pendingEmbeddings: () =>
      connection.read((sql) => (sql.get("SELECT count(*) AS n FROM embedding_queue") as Row)["n"] as number),
  };
}

/** In the transaction that adds the memory: a save never waits for an embedding, and none is forgotten. */
export function queueEmbedding(sql: Sql, memory: number): void {
  sql.run("INSERT INTO embedding_queue (memory) VALUES (?)", memory);
}

function activeModel(sql: Sql): string | undefined {
  return sql.get("SELECT value FROM facts WHERE name = ?", ACTIVE_MODEL)?.["value"] as string | undefined;
}

/** What was erased while it was being embedded stays erased. */
function saveVector(sql: Sql, model: string, memory: number, vector: Float32Array): void {
  const row = sql.get("SELECT project FROM memories WHERE seq = ?", memory);
  if (!row) return;
  sql.run(
    "INSERT INTO vectors (memory, model, vector) VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET vector = ?3",
    memory,
    model,
    bytesOf(vector),
  );
  // Replaced and not updated, because readers look for new rows.
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
