import type { LinkCleanup, LinkUpkeepStore, PlacedLink } from "../../../domain/links/link-upkeep-store.ts";
import { Fault } from "../../../domain/shared/errors.ts";
import { appendAudit } from "../log/audit-log.ts";
import { allOf, ofScope } from "../shared/conditions.ts";
import type { Connection, Row, Sql } from "../shared/connection.ts";
import { insertLink, LINK_COLUMNS, linkOf } from "./link-rows.ts";

export function sqliteLinkUpkeep(connection: Connection): LinkUpkeepStore {
  return {
    countLinks: (scope) =>
      connection.read((sql) => {
        const inScope = allOf(ofScope(scope, "l.project"));
        const count = (where: string): number => {
          const counted = sql.get(
            `SELECT count(*) AS n FROM links l WHERE ${inScope.sql} AND ${where}`,
            ...inScope.values,
          );
          return (counted as Row)["n"] as number;
        };
        return { total: count("true"), auto: count("l.origin = 'auto'") };
      }),

    linksInOrder: (project, { autoOnly, after, limit }) =>
      connection.read((sql) =>
        sql
          .all(
            `SELECT l.seq, ${LINK_COLUMNS} FROM links l
             WHERE l.project = ? AND l.seq > ?${autoOnly ? " AND l.origin = 'auto'" : ""} ORDER BY l.seq LIMIT ?`,
            project,
            after === undefined ? 0 : requireSeq(after),
            limit,
          )
          .map((row) => ({ link: linkOf(row), place: String(row["seq"]) })),
      ),

    latestCleanup: (project) =>
      connection.read((sql) => {
        const row = sql.get(
          "SELECT * FROM link_cleanups WHERE project = ? ORDER BY started_at DESC, id DESC LIMIT 1",
          project,
        );
        return row && cleanupOf(row);
      }),

    beginCleanup: (cleanup, act) =>
      connection.write((sql) => {
        sql.run(
          `INSERT INTO link_cleanups (id, project, backup, checksum, started_at, total, removed)
           VALUES (?, ?, ?, ?, ?, ?, 0)`,
          cleanup.id,
          cleanup.project,
          cleanup.backup,
          cleanup.checksum,
          cleanup.startedAt.getTime(),
          cleanup.total,
        );
        appendAudit(sql, act, "link.cleaned", subjectOf(cleanup), `began: ${cleanup.backup}`);
      }),

    removeAutoLinks: (cleanup, ids, act) =>
      connection.write((sql) => {
        const autoLinks = "project = ? AND origin = 'auto' AND id IN (SELECT value FROM json_each(?))";
        const values = [cleanup.project, JSON.stringify(ids)];
        const { n } = sql.get(`SELECT count(*) AS n FROM links WHERE ${autoLinks}`, ...values) as {
          n: number;
        };
        if (n === 0) return 0;
        sql.run(`DELETE FROM links WHERE ${autoLinks}`, ...values);
        sql.run(
          "UPDATE link_cleanups SET removed = removed + ? WHERE id = ? AND project = ?",
          n,
          cleanup.id,
          cleanup.project,
        );
        appendAudit(sql, act, "link.cleaned", subjectOf(cleanup), `removed: ${ids.join(" ")}`);
        return n;
      }),

    endCleanup: (cleanup, act) =>
      connection.write((sql) => {
        const { id, project } = cleanup;
        const row = sql.get(
          "UPDATE link_cleanups SET ended_at = ? WHERE id = ? AND project = ? RETURNING *",
          act.at.getTime(),
          id,
          project,
        );
        if (!row) throw cleanupNotFound(id, project);
        appendAudit(sql, act, "link.cleaned", subjectOf(cleanup), "ended");
        return cleanupOf(row);
      }),

    restoreLinks: (project, runId, links, act) =>
      connection.write((sql) => {
        const counts = { restored: 0, present: 0, gone: 0 };
        for (const placed of links) counts[restore(sql, project, placed)]++;
        if (counts.restored > 0) {
          const subject = { kind: "cleanup", id: runId, project } as const;
          appendAudit(sql, act, "link.restored", subject, links.map(({ link }) => link.id).join(" "));
        }
        return counts;
      }),
  };
}

const subjectOf = ({ id, project }: LinkCleanup) => ({ kind: "cleanup", id, project }) as const;

function cleanupNotFound(id: string, project: string): Fault {
  return new Fault("not_found", `There is no clean-up ${id} in the project ${project}.`, {
    reason: "cleanup_not_found",
    received: id,
    hint: "Nothing was changed. Begin one first.",
  });
}

/** Undefined for a place that this store did not give out. */
const seqOf = (place: string): number | undefined => (/^\d{1,15}$/.test(place) ? Number(place) : undefined);

function requireSeq(place: string): number {
  const seq = seqOf(place);
  if (seq !== undefined) return seq;
  throw new Fault("invalid", "That place is not one this memory gave out.", {
    field: "after",
    received: place,
    hint: "Leave it out to begin with the first link.",
  });
}

function cleanupOf(row: Row): LinkCleanup {
  return {
    id: row["id"] as string,
    project: row["project"] as string,
    backup: row["backup"] as string,
    checksum: row["checksum"] as string,
    startedAt: new Date(row["started_at"] as number),
    endedAt: row["ended_at"] === null ? undefined : new Date(row["ended_at"] as number),
    total: row["total"] as number,
    removed: row["removed"] as number,
  };
}

function restore(sql: Sql, project: string, { link, place }: PlacedLink): "restored" | "present" | "gone" {
  const sameLink = "SELECT 1 FROM links WHERE id = ? OR (from_id = ? AND to_id = ? AND relation = ?)";
  if (sql.get(sameLink, link.id, link.from, link.to, link.relation)) return "present";
  const { ends } = sql.get(
    "SELECT count(*) AS ends FROM memories WHERE id IN (?, ?) AND project = ?",
    link.from,
    link.to,
    project,
  ) as { ends: number };
  if (ends < 2) return "gone";
  const seq = seqOf(place);
  const isFree = seq !== undefined && !sql.get("SELECT 1 FROM links WHERE seq = ?", seq);
  insertLink(sql, { ...link, project }, isFree ? seq : null);
  return "restored";
}
