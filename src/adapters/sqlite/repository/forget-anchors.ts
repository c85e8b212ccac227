import type { Sql } from "../shared/connection.ts";

/** Called when a project is forgotten or something moves between projects: it is read again from the repository. */
export function forgetAnchorReads(sql: Sql, ...projects: readonly string[]): void {
  for (const project of projects)
    for (const table of ["anchor_reads", "manifests", "lost_dependencies"])
      sql.run(`DELETE FROM ${table} WHERE project = ?`, project);
}
