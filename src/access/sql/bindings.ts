import type { Act } from "../../shared/actor.ts";
import { Fault } from "../../shared/errors.ts";
import type { Connection, Sql } from "../../store/file/connection.ts";
import { logWrite } from "../../store/log/change.ts";
import type { Binding, BindingReason, NamedProject, NameStanding, RepositoryId } from "../rules/project.ts";

export function nameStanding(memory: Connection, named: NamedProject): Promise<NameStanding> {
  return memory.read((sql) => standingIn(sql, named));
}

/**
 * Binds a free name to the repository. A name that is bound to it stays unchanged.
 * @throws Fault `conflict` if the name is no longer free.
 */
export function bindName(memory: Connection, named: NamedProject, act: Act): Promise<void> {
  return memory.write((sql) => {
    const { standing } = standingIn(sql, named);
    if (standing === "foreign") throw noLongerFree(named);
    if (standing === "free") bind(sql, named, "first-use", act);
  });
}

/** Binds any name to the repository, because a person said so. */
export function trustName(memory: Connection, named: NamedProject, act: Act): Promise<void> {
  return memory.write((sql) => bind(sql, named, "trusted", act));
}

/** In the order in which they were bound. */
export function readBindings(memory: Connection, project: string): Promise<readonly Binding[]> {
  return memory.read((sql) =>
    sql
      .all<{ repository: RepositoryId; reason: BindingReason }>(
        "SELECT repository, reason FROM project_bindings WHERE project = ? ORDER BY seq",
        project,
      )
      .map((row) => ({
        repository: row.repository,
        reason: row.reason,
      })),
  );
}

function standingIn(sql: Sql, { project, repository }: NamedProject): NameStanding {
  const own = sql.get<{ reason: BindingReason }>(
    "SELECT reason FROM project_bindings WHERE project = ? AND repository = ?",
    project,
    repository,
  );
  if (own) return { standing: "bound", reason: own.reason };
  const found = sql.one<{ used: number; decisions: number }>(
    `SELECT EXISTS (SELECT 1 FROM memories WHERE project = ?1) OR EXISTS (SELECT 1 FROM proposals WHERE project = ?1)
         OR EXISTS (SELECT 1 FROM project_bindings WHERE project = ?1) AS used,
       (SELECT count(*) FROM memories WHERE project = ?1 AND type = 'decision') AS decisions`,
    project,
  );
  return found.used === 1 ? { standing: "foreign", decisions: found.decisions } : { standing: "free" };
}

function bind(sql: Sql, { project, repository }: NamedProject, reason: BindingReason, act: Act): void {
  sql.run(
    `INSERT INTO project_bindings (project, repository, reason, at) VALUES (?1, ?2, ?3, ?4)
     ON CONFLICT (project, repository) DO UPDATE SET reason = ?3, at = ?4`,
    project,
    repository,
    reason,
    act.at.getTime(),
  );
  const action = reason === "trusted" ? "project.trusted" : "project.bound";
  logWrite(sql, act, action, { kind: "project", id: project, project }, { repository });
}

function noLongerFree({ project }: NamedProject): Fault {
  return new Fault("conflict", `Another repository has begun to use the project "${project}".`, {
    reason: "project_taken",
    hint: "Nothing was written. Try again: the project of this repository is used instead.",
  });
}
