import type { ErasedPerson } from "../../../domain/log/people-store.ts";
import type { Act } from "../../../domain/shared/act.ts";
import { Fault } from "../../../domain/shared/errors.ts";
import { ALL_PROJECTS } from "../../../domain/shared/scope.ts";
import { defineChange, makeChange } from "../log/change.ts";
import { emptyParts } from "../log/change-parts.ts";
import type { Connection, Sql } from "../shared/connection.ts";
import { erase } from "../shared/erasure.ts";

/** Everything else has the id of the person, so removing the name is enough. */
export const personErased = defineChange<"person.erased", Record<string, never>>({
  action: "person.erased",
  version: 1,
  apply(sql, _, { subject }) {
    sql.run("UPDATE people SET name = NULL, logged = 1 WHERE id = ?", subject);
    emptyParts(sql, [subject]);
  },
});

export function erasePerson(connection: Connection, id: string, act: Act): Promise<ErasedPerson> {
  return erase(connection, (sql) => {
    const row = sql.get("SELECT name FROM people WHERE id = ?", id);
    if (!row) throw personNotFound(id);
    // Who is signed in has the name in the file for some hours.
    for (const table of ["page_tickets", "page_sessions"])
      sql.run(`DELETE FROM ${table} WHERE person = ?`, row["name"] as string | null);
    const subject = { kind: "person", id, project: ALL_PROJECTS } as const;
    makeChange(sql, act, personErased, subject, [{ about: [], args: {} }]);
    const entriesWithName = namedInOldEntries(sql, row["name"] as string | null);
    return { id, project: ALL_PROJECTS, entriesWithName };
  });
}

function namedInOldEntries(sql: Sql, name: string | null): number {
  return sql.get("SELECT count(*) AS n FROM audit WHERE chain = 1 AND author = ?", name)?.["n"] as number;
}

function personNotFound(id: string): Fault {
  return new Fault("not_found", `There is no person ${id} in this memory.`, {
    field: "ref",
    received: id,
    reason: "person_not_found",
    hint: "Nothing was changed. The audit log names people by their ids.",
  });
}
