import { createHash, randomBytes } from "node:crypto";
import type { Decision } from "../../../domain/decisions/decision.ts";
import type { Sql } from "../shared/connection.ts";

const SALT = "source_salt";

/** Digests of the names under which other memories know a decision. The salt stands beside them. */
export type ErasedSources = { readonly salt: string; readonly digests: readonly string[] };

/**
 * An erased decision must not come back with the next import of the same source. Its aliases may contain parts of its
 * text, so only salted digests of them are kept.
 */
export function sourcesOf(sql: Sql, { aliases }: Decision): ErasedSources {
  const salt = saltOf(sql);
  return { salt, digests: aliases.map((alias) => digestOf(salt, alias)) };
}

export function rememberErasure(sql: Sql, id: string, project: string, sources: ErasedSources): void {
  sql.run(
    "DELETE FROM import_items WHERE run IN (SELECT id FROM imports) AND record IN ('memory', 'standing') AND id = ?",
    id,
  );
  for (const digest of sources.digests) {
    sql.run(
      "INSERT INTO erased_sources (project, digest, salt) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
      project,
      digest,
      sources.salt,
    );
  }
}

export function wasErased(sql: Sql, project: string, id: string, aliases: readonly string[]): boolean {
  const erased = "SELECT 1 FROM audit WHERE subject = ? AND action = 'decision.erased'";
  if ([id, ...aliases].some((name) => sql.get(erased, name))) return true;
  const salts = sql.all("SELECT DISTINCT salt FROM erased_sources WHERE project = ?", project);
  return salts.some(({ salt }) =>
    aliases.some((alias) =>
      sql.get(
        "SELECT 1 FROM erased_sources WHERE project = ? AND digest = ?",
        project,
        digestOf(salt as string, alias),
      ),
    ),
  );
}

const digestOf = (salt: string, name: string): string =>
  createHash("sha256").update(`${salt}:${name}`).digest("hex");

function saltOf(sql: Sql): string {
  const known = sql.get("SELECT value FROM facts WHERE name = ?", SALT)?.["value"];
  if (typeof known === "string") return known;
  const salt = randomBytes(16).toString("hex");
  sql.run("INSERT INTO facts (name, value) VALUES (?, ?)", SALT, salt);
  return salt;
}
