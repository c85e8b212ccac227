import type { Person } from "../../../domain/log/people-store.ts";
import type { Connection, Row } from "../shared/connection.ts";

export const listPeople = (connection: Connection): Promise<readonly Person[]> =>
  connection.read((sql) =>
    sql
      .all(
        // Entries of version 0.1.0 have the name of a human instead of the id.
        `WITH written (person, at) AS (
           SELECT person, at FROM audit WHERE person IS NOT NULL
           UNION ALL SELECT p.id, a.at FROM audit a JOIN people p ON p.name = a.author
             WHERE a.chain = 1 AND a.author_kind = 'human')
         SELECT p.id, p.name, count(w.at) AS entries, min(w.at) AS first_at, max(w.at) AS last_at
         FROM people p LEFT JOIN written w ON w.person = p.id
         GROUP BY p.id ORDER BY last_at DESC, p.id`,
      )
      .map(personOf),
  );

function personOf(row: Row): Person {
  const dateIn = (column: string): Date | undefined =>
    row[column] === null ? undefined : new Date(row[column] as number);
  return {
    id: row["id"] as string,
    name: (row["name"] as string | null) ?? undefined,
    entries: row["entries"] as number,
    firstAt: dateIn("first_at"),
    lastAt: dateIn("last_at"),
  };
}
