import { Fault } from "../../shared/errors.ts";
import { ALL_PROJECTS } from "../../shared/scope.ts";
import type { Connection, Sql } from "../../store/file/connection.ts";
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
    sql.all<ProgressRow>("SELECT * FROM teams ORDER BY project").map((row) => progressOf(sql, row)),
  );
}

export function teamOf(memory: Connection, project: string): Promise<TeamProgress | undefined> {
  return memory.read((sql): TeamProgress | undefined => {
    const row = sql.get<ProgressRow>("SELECT * FROM teams WHERE project = ?", project);
    return row && progressOf(sql, row);
  });
}

/** @throws Fault `not_found`. */
export function requireTeam(sql: Sql, project: string): TeamRow {
  const row = sql.get<StoredTeamRow>("SELECT * FROM teams WHERE project = ?", project);
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

type ProgressRow = StoredTeamRow & {
  contact_at: number | null;
  problem: string | null;
  problem_since: number | null;
  shared: number;
  received: number;
};

/** This runs every few seconds, so that it counts only what waits. */
function progressOf(sql: Sql, row: ProgressRow): TeamProgress {
  const { lookedAt, ...team } = teamRowOf(row);
  const { project, origin } = team;
  const sealed = sql.one<{ since: number | null; n: number }>(
    `SELECT count(*) AS n, min(a.at) AS since FROM team_changes t JOIN audit a ON a.seq = t.change
     WHERE t.project = ? AND t.position IS NULL`,
    project,
  );
  const members = sql.one<{ n: number }>(
    "SELECT count(*) AS n FROM team_members WHERE project = ? AND origin = ? AND position IS NULL",
    project,
    origin,
  );
  const unsealed = sql.one<{ since: number | null; n: number }>(
    `SELECT count(*) AS n, min(at) AS since FROM ${UNSEALED}`,
    lookedAt,
    project,
  );
  const since = [sealed.since, unsealed.since].filter((at) => typeof at === "number");
  const aside = sql.all<{ reason: SetAsideReason; n: number }>(
    "SELECT reason, count(*) AS n FROM team_aside WHERE project = ? GROUP BY reason",
    project,
  );
  return {
    ...team,
    ...(row.contact_at !== null && { contactAt: new Date(row.contact_at) }),
    ...(row.problem !== null && { problem: row.problem }),
    ...(row.problem_since !== null && { problemSince: new Date(row.problem_since) }),
    pending: sealed.n + unsealed.n + members.n,
    ...(since.length > 0 && { pendingSince: new Date(Math.min(...since)) }),
    ownSeq: nextSeq(sql, origin) - 1,
    shared: row.shared,
    received: row.received,
    setAside: Object.fromEntries(aside.map(({ reason, n }) => [reason, n])),
  };
}

type StoredTeamRow = {
  life_id: string | null;
  project: string;
  team: string;
  team_key: string;
  url: string;
  graph: string;
  origin: string;
  shared_after: number;
  shares_sources: number;
  joined_at: number;
  looked_at: number;
  entry: number;
  entry_key: string | null;
  life: number;
};

function teamRowOf(row: StoredTeamRow): TeamRow {
  const lifeId = row.life_id;
  return {
    project: row.project,
    team: row.team,
    teamKey: row.team_key,
    url: row.url,
    graph: row.graph,
    origin: row.origin,
    sharedAfter: row.shared_after,
    sharesSources: row.shares_sources === 1,
    joinedAt: new Date(row.joined_at),
    lookedAt: row.looked_at,
    ...(lifeId !== null && {
      cursor: {
        lifeId,
        entry: row.entry,
        ...(row.entry_key !== null && { key: row.entry_key }),
      },
    }),
    life: row.life,
  };
}
