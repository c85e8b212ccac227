import { Fault } from "../../shared/errors.ts";
import { ALL_PROJECTS } from "../../shared/scope.ts";
import type { Connection, Row, Sql } from "../../store/file/connection.ts";
import type { Membership, SetAsideReason, TeamProgress } from "../rules/membership.ts";
import type { LogCursor } from "../rules/team-log.ts";
import { nextSeq } from "./seal-changes.ts";

/** A team as its row says it, without anything that has to be counted. */
interface TeamRow extends Membership {
  readonly cursor?: LogCursor | undefined;
  readonly life: number;
  /** The last entry of the audit log that was looked at for something to share. */
  readonly lookedAt: number;
}

export function readTeams(memory: Connection): Promise<readonly TeamProgress[]> {
  return memory.read((sql) =>
    sql.all("SELECT * FROM teams ORDER BY project").map((row) => progressOf(sql, row)),
  );
}

export function teamOf(memory: Connection, project: string): Promise<TeamProgress | undefined> {
  return memory.read((sql): TeamProgress | undefined => {
    const row = sql.get("SELECT * FROM teams WHERE project = ?", project);
    return row && progressOf(sql, row);
  });
}

/** @throws Fault `not_found`. */
export function requireTeam(sql: Sql, project: string): TeamRow {
  const row = sql.get("SELECT * FROM teams WHERE project = ?", project);
  if (row) return teamRowOf(row);
  throw new Fault("not_found", `The project ${project} is not shared with a team.`, {
    reason: "no_team",
    received: project,
    hint: "A person can share it.",
  });
}

/** Own entries that nobody looked at yet: ?1 is the last one that was, ?2 the project. */
const UNSEALED = `audit a WHERE a.seq > ?1 AND a.chain <> 1
  AND (a.project = ?2 OR (a.project = '${ALL_PROJECTS}' AND a.action = 'person.erased'))
  AND NOT EXISTS (SELECT 1 FROM team_changes t WHERE t.change = a.seq)`;

/** Whether something was said here that nobody looked at yet. */
export const hasUnsealed = (sql: Sql, { lookedAt, project }: TeamRow): boolean =>
  sql.get(`SELECT 1 FROM ${UNSEALED} LIMIT 1`, lookedAt, project) !== undefined;

/** Whether own changes wait for the log. */
export function hasPending(sql: Sql, team: TeamRow): boolean {
  const sealed = sql.get(
    `SELECT 1 FROM team_changes WHERE project = ?1 AND position IS NULL
     UNION ALL SELECT 1 FROM team_members WHERE origin = ?2 AND project = ?1 AND position IS NULL LIMIT 1`,
    team.project,
    team.origin,
  );
  return sealed !== undefined || hasUnsealed(sql, team);
}

/** This runs every few seconds, so that it counts only what waits. */
function progressOf(sql: Sql, row: Row): TeamProgress {
  const { lookedAt, ...team } = teamRowOf(row);
  const { project, origin } = team;
  const sealed = sql.get(
    `SELECT count(*) AS n, min(a.at) AS since FROM team_changes t JOIN audit a ON a.seq = t.change
     WHERE t.project = ? AND t.position IS NULL`,
    project,
  ) as Row;
  const members = sql.get(
    "SELECT count(*) AS n FROM team_members WHERE project = ? AND origin = ? AND position IS NULL",
    project,
    origin,
  ) as Row;
  const unsealed = sql.get(
    `SELECT count(*) AS n, min(at) AS since FROM ${UNSEALED}`,
    lookedAt,
    project,
  ) as Row;
  const since = [sealed["since"], unsealed["since"]].filter((at) => typeof at === "number");
  const aside = sql.all(
    "SELECT reason, count(*) AS n FROM team_aside WHERE project = ? GROUP BY reason",
    project,
  );
  return {
    ...team,
    ...(row["contact_at"] !== null && { contactAt: new Date(row["contact_at"] as number) }),
    ...(row["problem"] !== null && { problem: row["problem"] as string }),
    ...(row["problem_since"] !== null && { problemSince: new Date(row["problem_since"] as number) }),
    pending: (sealed["n"] as number) + (unsealed["n"] as number) + (members["n"] as number),
    ...(since.length > 0 && { pendingSince: new Date(Math.min(...since)) }),
    ownSeq: nextSeq(sql, origin) - 1,
    shared: row["shared"] as number,
    received: row["received"] as number,
    setAside: Object.fromEntries(aside.map(({ reason, n }) => [reason as SetAsideReason, n as number])),
  };
}

function teamRowOf(row: Row): TeamRow {
  const lifeId = row["life_id"] as string | null;
  return {
    project: row["project"] as string,
    team: row["team"] as string,
    teamKey: row["team_key"] as string,
    url: row["url"] as string,
    graph: row["graph"] as string,
    origin: row["origin"] as string,
    sharedAfter: row["shared_after"] as number,
    sharesSources: row["shares_sources"] === 1,
    joinedAt: new Date(row["joined_at"] as number),
    lookedAt: row["looked_at"] as number,
    ...(lifeId !== null && {
      cursor: {
        lifeId,
        entry: row["entry"] as number,
        ...(row["entry_key"] !== null && { key: row["entry_key"] as string }),
      },
    }),
    life: row["life"] as number,
  };
}
