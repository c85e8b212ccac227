import { createHash, randomBytes } from "node:crypto";
import type { Decision } from "../../../domain/decisions/decision.ts";
import type { Sql } from "../shared/connection.ts";

const SALT = "source_salt";

/**
 * An erased decision must not come back with the next import of the same source. Its aliases may contain parts of its
 * text, so only salted digests of them are kept.
 */
export function rememberErasure(sql: Sql, { id, project, aliases }: Decision): void {
  sql.run(
    "DELETE FROM import_items WHERE run IN (SELECT id FROM imports) AND record IN ('memory', 'standing') AND id = ?",
    id,
  );
  for (const alias of aliases) {
    sql.run(
      "INSERT INTO erased_sources (project, digest) VALUES (?, ?) ON CONFLICT DO NOTHING",
      project,
      digestOf(sql, alias),
    );
  }
}

export function wasErased(sql: Sql, project: string, id: string, aliases: readonly string[]): boolean {
  if (sql.get("SELECT 1 FROM audit WHERE subject = ? AND action = 'decision.erased'", id)) return true;
  if (!sql.get("SELECT 1 FROM erased_sources WHERE project = ? LIMIT 1", project)) return false;
  return aliases.some((alias) =>
    sql.get("SELECT 1 FROM erased_sources WHERE project = ? AND digest = ?", project, digestOf(sql, alias)),
  );
}

function digestOf(sql: Sql, name: string): string {
  return createHash("sha256")
    .update(`${saltOf(sql)}:${name}`)
    .digest("hex");
}

function saltOf(sql: Sql): string {
  const known = sql.get("SELECT value FROM facts WHERE name = ?", SALT)?.["value"];
  if (typeof known === "string") return known;
  const salt = randomBytes(16).toString("hex");
  sql.run("INSERT INTO facts (name, value) VALUES (?, ?)", SALT, salt);
  return salt;
}
