import {
  boundTerms,
  type CountedTerm,
  informationIn,
  MOST_ROWS,
  type QueryInformation,
} from "../../src/recall/rules/query-terms.ts";
import type { TextQuery } from "../../src/shared/words/search-text.ts";
import { type Database, openDatabase } from "../../src/store/file/driver.ts";
import type { Document } from "./data.ts";

export interface WordMatch {
  /** The place of the document in the corpus. */
  readonly at: number;
  readonly words: number;
}

/** The word index of the product over a corpus. */
export interface WordIndex {
  readonly rows: number;
  /** The number of rows with each term, counted up to the limit that matters. */
  count(terms: readonly string[]): CountedTerm[];
  find(
    query: TextQuery,
    limit: number,
    group?: string,
  ): { matches: WordMatch[]; information: QueryInformation };
  /** A MATCH expression as it is. */
  match(expression: string, limit: number, group?: string): WordMatch[];
  close(): void;
}

export async function wordIndex(
  documents: readonly Pick<Document, "title" | "text" | "group">[],
  indexed: (text: string) => string,
  { path = ":memory:", mostRows = MOST_ROWS }: { path?: string; mostRows?: number | undefined } = {},
): Promise<WordIndex> {
  const db = await openDatabase(path, 100);
  fill(db, documents, indexed);
  const counting = db.prepare(
    "SELECT count(*) AS rows FROM (SELECT 1 FROM memories_text WHERE memories_text MATCH ? LIMIT ?)",
  );
  const matching = (where: string) =>
    db.prepare(
      `SELECT m.seq AS at, -bm25(memories_text, 3.0, 1.0) AS words
       FROM memories_text JOIN memories m ON m.seq = memories_text.rowid
       WHERE memories_text MATCH ?${where} ORDER BY words DESC, m.seq DESC LIMIT ?`,
    );
  const anywhere = matching("");
  const inGroup = matching(" AND m.project = ?");

  const count = (terms: readonly string[]): CountedTerm[] =>
    terms.map((term) => ({ term, rows: (counting.get(quoted(term), mostRows) as { rows: number }).rows }));
  const match = (expression: string, limit: number, group?: string): WordMatch[] =>
    (group === undefined
      ? anywhere.all(expression, limit)
      : inGroup.all(expression, group, limit)) as unknown as WordMatch[];
  return {
    rows: documents.length,
    count,
    match,
    find(query, limit, group) {
      const terms = boundTerms(count(query.terms), mostRows);
      const expression = matchExpression(terms.kept, query);
      return {
        information: informationIn(terms, documents.length),
        matches: terms.kept.length === 0 ? [] : match(expression, limit, group),
      };
    },
    close: () => db.close(),
  };
}

/**
 * Any of the words; a phrase counts as one more word, and a rare one. A query of nothing but phrases wants them all, and
 * the words of a phrase are among its words, so nothing that has them is lost.
 */
function matchExpression(kept: readonly CountedTerm[], { phrases, onlyPhrases }: TextQuery): string {
  const words = kept.map(({ term }) => quoted(term));
  const whole = phrases.map((sequences) => `(${sequences.map(quoted).join(" AND ")})`);
  return onlyPhrases
    ? [...whole, `(${words.join(" OR ")})`].join(" AND ")
    : [...words, ...whole].join(" OR ");
}

export function quoted(term: string): string {
  return `"${term}"`;
}

function fill(
  db: Database,
  documents: readonly Pick<Document, "title" | "text" | "group">[],
  indexed: (text: string) => string,
): void {
  db.exec(`
    CREATE TABLE memories (seq INTEGER PRIMARY KEY, project TEXT NOT NULL) STRICT;
    CREATE VIRTUAL TABLE memories_text USING fts5 (title, body, tokenize = 'porter unicode61');
    BEGIN`);
  const row = db.prepare("INSERT INTO memories (seq, project) VALUES (?, ?)");
  const text = db.prepare("INSERT INTO memories_text (rowid, title, body) VALUES (?, ?, ?)");
  documents.forEach((document, at) => {
    row.run(at, document.group ?? "default");
    text.run(at, indexed(document.title), indexed(document.text));
  });
  db.exec("COMMIT");
}
