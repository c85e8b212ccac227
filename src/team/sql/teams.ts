import type { Act } from "../../shared/actor.ts";
import { Fault } from "../../shared/errors.ts";
import type { Sql } from "../../store/file/connection.ts";
import { logWrite } from "../../store/log/change.ts";
import type { Membership } from "../rules/membership.ts";
import { requireTeam } from "./team-progress.ts";

/** Tables that hold what a team has, for a memory that joins another one. */
const OF_TEAM = ["team_changes", "team_members", "team_aside"] as const;

export function joinTeam(sql: Sql, membership: Membership, act: Act): void {
  const { project, team } = membership;
  const known = sql.get<{ team: string }>("SELECT team FROM teams WHERE project = ?", project);
  if (known)
    throw new Fault("conflict", `The project ${project} is shared with the team ${known.team} already.`, {
      reason: "already_shared",
      received: project,
      hint: "Leave that team first. Nothing was changed.",
    });
  const other = sql.get(
    "SELECT team FROM team_changes WHERE project = ? AND team <> ? LIMIT 1",
    project,
    team,
  );
  if (other) forgetOthers(sql, project, team);
  sql.run(
    `INSERT INTO teams (project, team, team_key, url, graph, origin, shared_after, shares_sources, joined_at, looked_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    project,
    team,
    membership.teamKey,
    membership.url,
    membership.graph,
    membership.origin,
    membership.sharedAfter,
    membership.sharesSources ? 1 : 0,
    membership.joinedAt.getTime(),
    membership.sharedAfter,
  );
  recountShared(sql, project);
  logWrite(sql, act, "team.joined", { kind: "team", id: team, project });
}

/** Counts what this memory has of the team, once: later on it is added up. */
function recountShared(sql: Sql, project: string): void {
  sql.run(
    `UPDATE teams SET (shared, received) =
       (SELECT coalesce(sum(t.origin = teams.origin AND t.position IS NOT NULL), 0), coalesce(sum(t.origin <> teams.origin), 0)
        FROM team_changes t WHERE t.project = teams.project) WHERE project = ?`,
    project,
  );
}

/** What was shared with another team is this memory's own to share again. */
function forgetOthers(sql: Sql, project: string, team: string): void {
  sql.run(
    "DELETE FROM team_parts WHERE change IN (SELECT change FROM team_changes WHERE project = ? AND team <> ?)",
    project,
    team,
  );
  for (const table of OF_TEAM) sql.run(`DELETE FROM ${table} WHERE project = ? AND team <> ?`, project, team);
  for (const table of ["team_records", "team_held"])
    sql.run(`DELETE FROM ${table} WHERE project = ?`, project);
}

export function leaveTeam(sql: Sql, project: string, act: Act): void {
  const { team } = requireTeam(sql, project);
  sql.run("DELETE FROM teams WHERE project = ?", project);
  logWrite(sql, act, "team.left", { kind: "team", id: team, project });
}

export function renameOriginIn(sql: Sql, project: string, origin: string): void {
  const { origin: former } = requireTeam(sql, project);
  sql.run("UPDATE teams SET origin = ? WHERE project = ?", origin, project);
  // What waited because this memory had said something else under the same key is read again.
  sql.run(
    "DELETE FROM team_aside WHERE project = ? AND origin = ? AND reason = 'incomplete'",
    project,
    former,
  );
  const unconfirmed = "SELECT change FROM team_changes WHERE project = ? AND origin = ? AND position IS NULL";
  const rows = sql.all<{ change: number }>(unconfirmed, project, former);
  const first = rows.map(({ change }) => change);
  if (first.length > 0) forgetSealed(sql, project, first);
  recountShared(sql, project);
}

/** They are sealed anew, under the new name: the log is looked through from the first of them on. */
function forgetSealed(sql: Sql, project: string, first: readonly number[]): void {
  const changes = JSON.stringify(first);
  // Nobody got to know the names in them.
  sql.run(
    `DELETE FROM team_records WHERE project = ? AND record IN
       (SELECT person FROM team_parts WHERE change IN (SELECT value FROM json_each(?)) AND person IS NOT NULL)`,
    project,
    changes,
  );
  sql.run("DELETE FROM team_parts WHERE change IN (SELECT value FROM json_each(?))", changes);
  sql.run("DELETE FROM team_changes WHERE change IN (SELECT value FROM json_each(?))", changes);
  sql.run(
    "UPDATE teams SET looked_at = min(looked_at, ?) WHERE project = ?",
    Math.min(...first) - 1,
    project,
  );
}
