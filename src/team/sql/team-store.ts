import type { Connection, Sql } from "../../store/file/connection.ts";
import { yieldToEventLoop } from "../../store/file/yield-to-event-loop.ts";
import type { ChangeTypes } from "../../store/log/change.ts";
import type { SharedChange } from "../rules/member-change.ts";
import type { SetAsideReason } from "../rules/membership.ts";
import type { TeamStore } from "../rules/team-store.ts";
import { confirmChanges } from "./confirm-changes.ts";
import { projectionAfter } from "./projection.ts";
import { receiveSlices } from "./receive-changes.ts";
import { actionIn } from "./received-entry.ts";
import { nextSeq, sealNew } from "./seal-changes.ts";
import {
  areUnconfirmed,
  emptiedChanges,
  everyChange,
  previewShared,
  sharedOriginOf,
  unconfirmed,
} from "./shared-changes.ts";
import { hasPending, requireTeam, teamOf, teamsIn } from "./team-progress.ts";
import { joinTeam, leaveTeam, renameOrigin } from "./teams.ts";
import { settledRecords } from "./write-settled.ts";

/** Entries of the audit log that are looked at in one transaction. */
const SLICE = 200;

/** `types` knows how changes are made, and how to read arguments that point at a row. */
export function sqliteTeams(connection: Connection, types: ChangeTypes): TeamStore {
  /** The projects for which what was set aside was tried again since this program was started. */
  const tried = new Set<string>();
  return {
    teams: () => connection.read(teamsIn),
    teamOf: (project) => connection.read((sql) => teamOf(sql, project)),
    joinTeam: (membership, act, first) =>
      connection.write((sql) => {
        joinTeam(sql, membership, act);
        if (first) addMemberChange(sql, membership.project, first);
      }),
    leaveTeam: (project, act) => connection.write((sql) => leaveTeam(sql, project, act)),
    previewShared: (project, sharedAfter) =>
      connection.read((sql) => previewShared(sql, project, sharedAfter)),
    renameOrigin: (project, origin) => connection.write((sql) => renameOrigin(sql, project, origin)),

    async outgoing(project, sealing, limit) {
      const waits = await connection.read((sql) => hasPending(sql, requireTeam(sql, project)));
      if (!waits) return [];
      for (let more = true; more; await yieldToEventLoop()) {
        more = await connection.write(
          (sql) =>
            !areUnconfirmed(sql, project, limit) &&
            sealNew(sql, requireTeam(sql, project), sealing, types, SLICE),
        );
      }
      return connection.read((sql) => {
        const { sharesSources } = requireTeam(sql, project);
        return unconfirmed(sql, project, sharesSources, types, limit);
      });
    },

    addMemberChange: (project, seal) => connection.write((sql) => addMemberChange(sql, project, seal)),

    memberChanges: (project) =>
      connection.read((sql) =>
        sql.all("SELECT change, position FROM team_members WHERE project = ?", project).map((row) => ({
          ...(JSON.parse(row["change"] as string) as SharedChange),
          ...(row["position"] !== null && { position: row["position"] as number }),
        })),
      ),

    confirmShared: (project, appended) =>
      connection.write((sql) => confirmChanges(sql, requireTeam(sql, project), appended, types)),

    receive: (project, entries, cursor, judge) =>
      receiveSlices(connection, types, tried, { project, entries, cursor, judge }),

    everyChange: (project, after, limit) =>
      connection.read((sql) => {
        const { sharesSources } = requireTeam(sql, project);
        return everyChange(sql, project, sharesSources, types, after, limit);
      }),

    emptiedChanges: (project, records) =>
      connection.read((sql) => {
        const { sharesSources } = requireTeam(sql, project);
        return emptiedChanges(sql, project, sharesSources, types, records);
      }),

    noteContact: (project, { at, problem }) =>
      connection.write((sql) => {
        if (problem === undefined)
          sql.run(
            "UPDATE teams SET contact_at = ?, problem = NULL, problem_since = NULL WHERE project = ?",
            at.getTime(),
            project,
          );
        else
          sql.run(
            "UPDATE teams SET problem = ?, problem_since = coalesce(problem_since, ?) WHERE project = ?",
            problem,
            at.getTime(),
            project,
          );
      }),

    projectionAfter: (project, from, most) =>
      connection.read((sql) => projectionAfter(sql, project, from, most)),

    setAsideChanges: (project, limit) =>
      connection.read((sql) =>
        sql
          .all(
            "SELECT origin, seq, reason, change FROM team_aside WHERE project = ? ORDER BY position LIMIT ?",
            project,
            limit,
          )
          .map((row) => ({
            origin: row["origin"] as string,
            seq: row["seq"] as number,
            reason: row["reason"] as SetAsideReason,
            action: actionIn((JSON.parse(row["change"] as string) as SharedChange).header),
          })),
      ),

    sharedOrigin: (record) => connection.read((sql) => sharedOriginOf(sql, record)),

    claimsAbout: (project, records) =>
      connection.read((sql) => {
        const { origin } = requireTeam(sql, project);
        return {
          confirmed: !records.some((record) => waits(sql, project, record)),
          lost: settledRecords(sql, records, origin).lost,
        };
      }),
  };
}

function addMemberChange(sql: Sql, project: string, seal: (seq: number) => SharedChange): void {
  const { team, origin } = requireTeam(sql, project);
  const change = seal(nextSeq(sql, origin));
  sql.run(
    `INSERT INTO team_members (origin, seq, project, team, change) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    change.origin,
    change.seq,
    project,
    team,
    JSON.stringify(change),
  );
}

/** Whether a change about the record is not confirmed yet, sealed or not. */
function waits(sql: Sql, project: string, record: string): boolean {
  const about =
    "(SELECT seq FROM audit WHERE subject = ?1 UNION SELECT change FROM change_refs WHERE record = ?1)";
  return (
    sql.get(
      `SELECT 1 FROM audit a LEFT JOIN team_changes t ON t.change = a.seq
       WHERE a.seq IN ${about} AND a.project = ?2 AND t.position IS NULL
         AND (t.change IS NOT NULL OR a.seq > (SELECT looked_at FROM teams WHERE project = ?2)) LIMIT 1`,
      record,
      project,
    ) !== undefined
  );
}
