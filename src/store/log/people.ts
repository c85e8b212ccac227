import { randomBytes } from "node:crypto";
import { type Author, type AuthorKind, personOf } from "../../shared/actor.ts";
import type { Erased } from "../../shared/erasure.ts";
import { ID_PREFIX } from "../../shared/ids.ts";
import type { Screened } from "../../shared/text.ts";
import type { Connection, Sql } from "../file/connection.ts";

/** Shown instead of the name of a person who was erased. */
const ERASED_NAME = "(erased)" as Screened;

/** The author in a JSON body: a person by id, and the program of an agent or script by name. */
export type StoredAuthor = {
  readonly kind: AuthorKind;
  readonly name?: string;
  readonly person?: string;
};

/** The same in the columns of a row. */
export type AuthorColumns = {
  readonly author_kind: AuthorKind;
  readonly author: string;
  readonly person: string | null;
};

/** Finds or adds the people that the author names, so call it in a write. The next entry of the log has their names. */
export function storeAuthor(sql: Sql, author: Author): StoredAuthor {
  const name = personOf(author);
  const person = name === undefined ? undefined : personIdOf(sql, name);
  return {
    kind: author.kind,
    ...(author.kind !== "human" && { name: author.name }),
    ...(person !== undefined && { person }),
  };
}

export function authorColumns(sql: Sql, author: Author): AuthorColumns {
  const { kind, name = "", person = null } = storeAuthor(sql, author);
  return { author_kind: kind, author: name, person };
}

function personIdOf(sql: Sql, name: string): string {
  const known = sql.get<{ id: string }>("SELECT id FROM people WHERE name = ? ORDER BY id LIMIT 1", name);
  if (known) return known.id;
  const id = `${ID_PREFIX.person}_${randomBytes(10).toString("hex")}`;
  sql.run("INSERT INTO people (id, name) VALUES (?, ?)", id, name);
  return id;
}

/** A column with the name of the person of a row. */
export const personName = (alias: string): string =>
  `(SELECT name FROM people WHERE id = ${alias}.person) AS person_name`;

/** A column with the names of the people in a JSON body, as an object by id. Most bodies name nobody. */
export const namesInBody = (alias: string): string =>
  `iif(instr(${alias}.body, '"person":"') > 0,
    (SELECT json_group_object(id, name) FROM people WHERE instr(${alias}.body, id) > 0), NULL) AS names`;

export type Names = Readonly<Record<string, string | null>>;

export type NamesRow = { names: string | null };

export const namesOf = (row: NamesRow): Names =>
  typeof row.names === "string" ? (JSON.parse(row.names) as Names) : {};

export type AuthorRow = {
  person: string | null;
  person_name: Screened | null;
  author_kind: AuthorKind;
  author: Screened;
};

/** From the columns of a row that was read with `personName`. */
export function authorOf(row: AuthorRow): Author {
  const person = row.person === null ? undefined : (row.person_name ?? ERASED_NAME);
  return authorFrom(row.author_kind, row.author, person);
}

/** From a JSON body that was read with `namesInBody`. */
export function loadAuthor({ kind, name, person }: StoredAuthor, names: Names): Author {
  const personsName = person === undefined ? undefined : ((names[person] as Screened | null) ?? ERASED_NAME);
  return authorFrom(kind, (name ?? "") as Screened, personsName);
}

function authorFrom(kind: AuthorKind, program: Screened, person: Screened | undefined): Author {
  if (kind === "human") return { kind, name: person ?? ERASED_NAME };
  return { kind, name: program, ...(person !== undefined && { person }) };
}

export interface Person {
  readonly id: string;
  /** Undefined once it was erased. */
  readonly name?: string | undefined;
  /** How many entries of the audit log are theirs, or were written on their behalf, in all projects. */
  readonly entries: number;
  readonly firstAt?: Date | undefined;
  readonly lastAt?: Date | undefined;
}

/** People belong to no project, so the project is `all`. */
export interface ErasedPerson extends Erased {
  /** Entries of version 0.1.0 that still have the name, because their hash covers it. */
  readonly entriesWithName: number;
}

/** The people who wrote something. Everything names them by id, and their names are stored once. Whoever wrote last comes first. */
export const readPeople = (memory: Connection): Promise<readonly Person[]> =>
  memory.read((sql) =>
    sql
      .all<PersonRow>(
        // Entries of version 0.1.0 have the name of a human instead of the id.
        `WITH written (person, at) AS (
           SELECT person, at FROM audit WHERE person IS NOT NULL
           UNION ALL SELECT p.id, a.at FROM audit a JOIN people p ON p.name = a.author
             WHERE a.chain = 1 AND a.author_kind = 'human')
         SELECT p.id, p.name, count(w.at) AS entries, min(w.at) AS first_at, max(w.at) AS last_at
         FROM people p LEFT JOIN written w ON w.person = p.id
         GROUP BY p.id ORDER BY last_at DESC, p.id`,
      )
      .map(personInRow),
  );

type PersonRow = {
  id: string;
  name: string | null;
  entries: number;
  first_at: number | null;
  last_at: number | null;
};

function personInRow(row: PersonRow): Person {
  const dateOf = (at: number | null): Date | undefined => (at === null ? undefined : new Date(at));
  return {
    id: row.id,
    name: row.name ?? undefined,
    entries: row.entries,
    firstAt: dateOf(row.first_at),
    lastAt: dateOf(row.last_at),
  };
}
