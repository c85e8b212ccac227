import type { Row, Sql } from "../shared/connection.ts";
import { bytesOf, codeOf } from "./vector-code.ts";

/** The vector of a decision, given its row. */
export function saveVector(sql: Sql, model: string, row: Row, vector: Float32Array): void {
  const item = row["seq"] as number;
  sql.run(
    "INSERT INTO vectors (memory, model, vector) VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET vector = ?3",
    item,
    model,
    bytesOf(vector),
  );
  saveCode(sql, "vector_codes", { model, item, memory: row }, vector);
}

/** The vector of a passage, given the row of its memory. Does nothing if the passage is gone. */
export function savePassageVector(
  sql: Sql,
  model: string,
  row: Row,
  passage: number,
  vector: Float32Array,
): void {
  if (!sql.get("SELECT 1 FROM passages WHERE seq = ? AND memory = ?", passage, row["seq"] as number)) return;
  sql.run(
    "INSERT INTO passage_vectors (passage, model, vector) VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET vector = ?3",
    passage,
    model,
    bytesOf(vector),
  );
  saveCode(sql, "passage_codes", { model, item: passage, memory: row }, vector);
}

/** What a code belongs to. */
interface CodeOwner {
  readonly model: string;
  /** The number of the decision or passage. */
  readonly item: number;
  /** The row of the memory. */
  readonly memory: Row;
}

/** Deletes the old code and inserts another, because the vector index reads only new rows. */
export function saveCode(
  sql: Sql,
  table: "vector_codes" | "passage_codes",
  { model, item, memory }: CodeOwner,
  vector: Float32Array,
): void {
  const code = bytesOf(codeOf(vector));
  const project = memory["project"] as string;
  if (table === "vector_codes") {
    sql.run("DELETE FROM vector_codes WHERE memory = ? AND model = ?", item, model);
    sql.run(
      "INSERT INTO vector_codes (memory, model, project, code) VALUES (?, ?, ?, ?)",
      item,
      model,
      project,
      code,
    );
    return;
  }
  sql.run("DELETE FROM passage_codes WHERE passage = ? AND model = ?", item, model);
  sql.run(
    "INSERT INTO passage_codes (passage, model, project, of_note, code) VALUES (?, ?, ?, ?, ?)",
    item,
    model,
    project,
    memory["type"] === "decision" ? 0 : 1,
    code,
  );
}
