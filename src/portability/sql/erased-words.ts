import { createHash, randomBytes } from "node:crypto";
import { forgetCandidatesWith, noteErasedIn } from "../../candidates/index.ts";
import type { Decision } from "../../decisions/index.ts";
import { forgetGuidanceWith } from "../../learning/index.ts";
import type { RemainingRecord } from "../../shared/erasure.ts";
import { type RepeatedWords, repeatedWords } from "../../shared/words/repeated-words.ts";
import type { Connection, Sql } from "../../store/file/connection.ts";
import type { SqlValue } from "../../store/file/driver.ts";
import {
  type ErasedWords,
  eachRowWithText,
  type RowNames,
  rowsWithText,
  type TextTable,
  textsIn,
  textTables,
} from "../../store/file/every-text.ts";

/** The rows that go with a memory. */
const OWN_ROWS = [
  ["memories", "id = ?1"],
  ["revisions", "decision_id = ?1"],
  ["outcomes", "decision_id = ?1"],
  ["signals", "decision_id = ?1"],
  ["links", "from_id = ?1 OR to_id = ?1"],
] as const;

/** What the client told of the session is no wording of a decision, and others of the same turn have it, too. */
const CIRCUMSTANCES = ["captured_in"];

/** Paths, ids and addresses are names, which others call the same. */
const PROSE = /\s|[^ -~]/;

const ofDecision = { record: "decision_id", project: "project" };
const ofEntry = {
  record: "(SELECT a.subject FROM audit a WHERE a.seq = change)",
  project: "(SELECT a.project FROM audit a WHERE a.seq = change)",
};

/** The tables with what somebody said, and which record each row belongs to. */
const SAID: Readonly<Record<string, RowNames>> = {
  memories: { record: "id", project: "project" },
  revisions: {
    record: "decision_id",
    project: "(SELECT m.project FROM memories m WHERE m.id = decision_id)",
  },
  outcomes: ofDecision,
  signals: ofDecision,
  links: { record: "id", project: "project" },
  proposals: { record: "id", project: "project" },
  adr_files: ofDecision,
  adr_writes: ofDecision,
  change_parts: ofEntry,
  team_parts: ofEntry,
  team_aside: { record: "NULL", project: "project" },
};

/** What somebody said in a memory and about it. Call it before the memory is removed, in the same transaction. */
export function wordsOf(sql: Sql, id: string): ErasedWords {
  const statements = sql.column<string>(
    `SELECT content FROM memories WHERE id = ?1
       UNION SELECT body ->> '$.content' FROM revisions WHERE decision_id = ?1`,
    id,
  );
  const said = OWN_ROWS.flatMap(([table, own]) => sql.all(`SELECT * FROM ${table} WHERE ${own}`, id))
    .flatMap((row) => Object.values(row).flatMap((value) => textsIn(value, CIRCUMSTANCES)))
    .filter((text) => PROSE.test(text.trim()));
  const words = repeatedWords([...statements, ...said], statements);
  let staying: ReadonlySet<string> | undefined;
  return {
    statements,
    words,
    mayStay(passage) {
      staying ??= passagesSaid(sql, words);
      return staying.has(passage);
    },
  };
}

function passagesSaid(sql: Sql, words: RepeatedWords): Set<string> {
  const passages = new Set<string>();
  for (const table of textTables(sql)) {
    const names = SAID[table.name];
    if (!names) continue;
    for (const { texts } of rowsWithText(sql, table, names))
      for (const text of texts) for (const passage of words.foundIn(text).passages) passages.add(passage);
  }
  return passages;
}

/**
 * Takes the words out of what Membria wrote down by itself in the project. What somebody saved is left as it is. Call it
 * when the memory is removed, in the same transaction.
 */
export function forgetWords(
  sql: Sql,
  { project, at }: { readonly project: string; readonly at: Date },
  erased: ErasedWords,
): void {
  forgetGuidanceWith(sql, project, erased);
  forgetCandidatesWith(sql, project, erased);
  noteErasedIn(sql, project, at);
}

/**
 * Searches every table of the file: for records that quote the words, and for passages that stand in no record at all,
 * which no table should have.
 */
export async function recordsWithWords(
  connection: Connection,
  words: RepeatedWords,
): Promise<RemainingRecord[]> {
  const tables = await connection.read(textTables);
  const found = new Map<string, RemainingRecord>();
  const staying = new Set<string>();
  const note = (table: TextTable, record: string | undefined, project: string | undefined): void => {
    const id = record ?? table.name;
    if (!found.has(id)) found.set(id, { id, ...(project !== undefined && { project }) });
  };
  const isSaid = ({ name }: TextTable): boolean => SAID[name] !== undefined;
  for (const table of tables.filter(isSaid))
    await eachRowWithText(connection, table, SAID[table.name] as RowNames, ({ texts, record, project }) => {
      // An index joins texts, so that there is a space before and after each of them.
      for (const { passages, isQuoted } of texts.map((text) => words.foundIn(` ${text} `))) {
        for (const passage of passages) staying.add(passage);
        if (isQuoted) note(table, record, project);
      }
    });
  for (const table of tables.filter((one) => !isSaid(one)))
    await eachRowWithText(connection, table, namesIn(table), ({ texts, record, project }) => {
      const passages = texts.flatMap((text) => words.foundIn(text).passages);
      if (passages.some((passage) => !staying.has(passage))) note(table, record, project);
    });
  return [...found.values()];
}

function namesIn({ columns }: TextTable): RowNames {
  const has = (column: string): string => (columns.includes(column) ? column : "NULL");
  return { record: has("id"), project: has("project") };
}

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
  const salts = sql.all<{ salt: string }>(
    "SELECT DISTINCT salt FROM erased_sources WHERE project = ?",
    project,
  );
  return salts.some(({ salt }) =>
    aliases.some((alias) =>
      sql.get(
        "SELECT 1 FROM erased_sources WHERE project = ? AND digest = ?",
        project,
        digestOf(salt, alias),
      ),
    ),
  );
}

const digestOf = (salt: string, name: string): string =>
  createHash("sha256").update(`${salt}:${name}`).digest("hex");

function saltOf(sql: Sql): string {
  const known = sql.value<SqlValue | undefined>("SELECT value FROM facts WHERE name = ?", SALT);
  if (typeof known === "string") return known;
  const salt = randomBytes(16).toString("hex");
  sql.run("INSERT INTO facts (name, value) VALUES (?, ?)", SALT, salt);
  return salt;
}
