import { randomBytes } from "node:crypto";
import { type Author, type AuthorKind, personOf } from "../../../domain/shared/actor.ts";
import { ID_PREFIX } from "../../../domain/shared/ids.ts";
import type { Screened } from "../../../domain/shared/text.ts";
import type { Row, Sql } from "../shared/connection.ts";

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
  const known = sql.get("SELECT id FROM people WHERE name = ? ORDER BY id LIMIT 1", name);
  if (known) return known["id"] as string;
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

export const namesOf = (row: Row): Names =>
  typeof row["names"] === "string" ? (JSON.parse(row["names"]) as Names) : {};

/** Whether the hash of a row that was read with `personName` covers a name that is no longer there. */
export const isNameErased = (row: Row): boolean =>
  row["author_kind"] === "human" && row["person_name"] === null;

/** From the columns of a row that was read with `personName`. */
export function authorOf(row: Row): Author {
  const person =
    row["person"] === null ? undefined : ((row["person_name"] as Screened | null) ?? ERASED_NAME);
  return authorFrom(row["author_kind"] as AuthorKind, row["author"] as Screened, person);
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
