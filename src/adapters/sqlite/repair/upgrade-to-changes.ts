import { insightHash } from "../../../domain/continuity/insight.ts";
import type { Author } from "../../../domain/shared/actor.ts";
import type { Json } from "../../../domain/shared/canonical-json.ts";
import type { Screened } from "../../../domain/shared/text.ts";
import { firstHashOfCheckpoint, hashOfCheckpoint } from "../continuity/checkpoint-rows.ts";
import { insightOf } from "../continuity/insight-rows.ts";
import { DECISION_COLUMNS } from "../decisions/rows.ts";
import { addOwnOrigin } from "../log/origin.ts";
import { storeAuthor } from "../log/people.ts";
import { changes } from "../schema/changes.ts";
import type { Sql } from "../shared/connection.ts";
import { logExistingRecords } from "./existing-records.ts";

/** Brings a file of version 0.1.0 to the log of changes. In a new file there is nothing to bring. */
export function upgradeToChanges(sql: Sql): void {
  sql.script(changes);
  addOwnOrigin(sql);
  namePeople(sql);
  hashNotes(sql);
  sql.run(
    "UPDATE erased_sources SET salt = (SELECT value FROM facts WHERE name = 'source_salt') WHERE salt IS NULL",
  );
  logExistingRecords(sql);
}

const human = (name: unknown): Author => ({ kind: "human", name: name as Screened });

/** Moves the names of people out of the rows that named them. */
function namePeople(sql: Sql): void {
  for (const table of ["memories", "outcomes", "signals"]) {
    for (const { author } of sql.all(`SELECT DISTINCT author FROM ${table} WHERE author_kind = 'human'`)) {
      const { person } = storeAuthor(sql, human(author));
      sql.run(
        `UPDATE ${table} SET author = '', person = ? WHERE author_kind = 'human' AND author = ?`,
        person as string,
        author as string,
      );
    }
  }
  for (const table of ["memories", "links"]) {
    for (const { seq, body } of sql.all(`SELECT seq, body FROM ${table} WHERE body LIKE '%"human"%'`)) {
      const named = withoutNames(sql, JSON.parse(body as string) as Json);
      sql.run(`UPDATE ${table} SET body = ? WHERE seq = ?`, JSON.stringify(named), seq as number);
    }
  }
}

/** The hashes of notes had the names of people in them. A note that does not match its hash is damaged, and stays so. */
function hashNotes(sql: Sql): void {
  const notes = sql.all(
    `SELECT ${DECISION_COLUMNS}, m.type FROM memories m WHERE m.type IN ('checkpoint', 'insight')`,
  );
  for (const row of notes) {
    const isCheckpoint = row["type"] === "checkpoint";
    const first = isCheckpoint ? firstHashOfCheckpoint(row) : insightHash(insightOf(row), 1);
    const hash = isCheckpoint ? hashOfCheckpoint(row) : insightHash(insightOf(row));
    if (first !== row["context_hash"] || hash === undefined) continue;
    sql.run("UPDATE memories SET context_hash = ? WHERE seq = ?", hash, row["seq"] as number);
  }
}

/** Replaces `by` and `proposed_by`, wherever they stand in a body. */
function withoutNames(sql: Sql, value: Json | undefined): Json | undefined {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((item: Json) => withoutNames(sql, item) as Json);
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => {
      const author = field as { readonly kind?: Json; readonly name?: Json } | null;
      const isAuthor = (key === "by" || key === "proposed_by") && author?.kind === "human";
      return [key, isAuthor ? storeAuthor(sql, human(author.name)) : withoutNames(sql, field as Json)];
    }),
  );
}
