import { type Author, personOf } from "../../../domain/shared/actor.ts";
import type { Sql } from "../shared/connection.ts";

/** Whose decision a memory is, as far as calibration goes: the kind of author and the person. The program is left out. */
export const authorKeyOf = (memory: string): string =>
  `${memory}.author_kind || coalesce(' ' || ${memory}.person, '')`;

/** The keys of an author. Memories of several machines may know a person under several ids. */
export function authorKeys(sql: Sql, author: Author): readonly string[] {
  const name = personOf(author);
  if (name === undefined) return [author.kind];
  return sql
    .all("SELECT id FROM people WHERE name = ?", name)
    .map(({ id }) => `${author.kind} ${id as string}`);
}
