/** Bulk maintenance of links: counting, cleaning up and restoring them. */

import type { Act } from "../../shared/actor.ts";
import { Fault } from "../../shared/errors.ts";
import type { Scope } from "../../shared/scope.ts";
import { allOf, ofScope } from "../../store/file/conditions.ts";
import type { Connection, Sql } from "../../store/file/connection.ts";
import { makeChange } from "../../store/log/change.ts";
import { type LinkCleanup, type LinkCounts, linkSentence, type PlacedLink } from "../rules/link.ts";
import { LINK_COLUMNS, linkCleaned, linkOf, linkRestored, linkRow, type StoredLinkRow } from "./link-rows.ts";

export function countLinks(memory: Connection, scope: Scope): Promise<LinkCounts> {
  return memory.read((sql) => {
    const inScope = allOf(ofScope(scope, "l.project"));
    const count = (where: string): number => {
      const counted = sql.get<{ n: number }>(
        `SELECT count(*) AS n FROM links l WHERE ${inScope.sql} AND ${where}`,
        ...inScope.values,
      );
      return (counted as { n: number }).n;
    };
    return { total: count("true"), auto: count("l.origin = 'auto'") };
  });
}

/** In the order they were stored, starting after the given place. */
export function linksInOrder(
  memory: Connection,
  project: string,
  {
    autoOnly,
    after,
    limit,
  }: {
    readonly autoOnly: boolean;
    readonly after?: string | undefined;
    readonly limit: number;
  },
): Promise<readonly PlacedLink[]> {
  return memory.read((sql) =>
    sql
      .all<StoredLinkRow & { seq: string }>(
        `SELECT l.seq, ${LINK_COLUMNS} FROM links l
             WHERE l.project = ? AND l.seq > ?${autoOnly ? " AND l.origin = 'auto'" : ""} ORDER BY l.seq LIMIT ?`,
        project,
        after === undefined ? 0 : requireSeq(after),
        limit,
      )
      .map((row) => ({ link: linkOf(row), place: String(row.seq) })),
  );
}

/** The latest clean-up of a project, finished or not. */
export function latestCleanup(memory: Connection, project: string): Promise<LinkCleanup | undefined> {
  return memory.read((sql) => {
    const row = sql.get<CleanupRow>(
      "SELECT * FROM link_cleanups WHERE project = ? ORDER BY started_at DESC, id DESC LIMIT 1",
      project,
    );
    return row && cleanupOf(row);
  });
}

export function beginCleanup(memory: Connection, cleanup: LinkCleanup, act: Act): Promise<void> {
  return memory.write((sql) => {
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
    makeChange(sql, act, linkCleaned, subjectOf(cleanup), [{ about: [], args: { step: "began" } }]);
  });
}

/** Removes those of the given links that are still auto links, and returns how many. */
export function removeAutoLinks(
  memory: Connection,
  cleanup: LinkCleanup,
  ids: readonly string[],
  act: Act,
): Promise<number> {
  return memory.write((sql) => {
    const links = sql.column<string>(
      "SELECT id FROM links WHERE project = ? AND origin = 'auto' AND id IN (SELECT value FROM json_each(?))",
      cleanup.project,
      JSON.stringify(ids),
    );
    if (links.length === 0) return 0;
    const args = { step: "removed", links } as const;
    makeChange(sql, act, linkCleaned, subjectOf(cleanup), [{ about: [], args }], links);
    sql.run(
      "UPDATE link_cleanups SET removed = removed + ? WHERE id = ? AND project = ?",
      links.length,
      cleanup.id,
      cleanup.project,
    );
    return links.length;
  });
}

/** @throws Fault `not_found`. */
export function endCleanup(memory: Connection, cleanup: LinkCleanup, act: Act): Promise<LinkCleanup> {
  return memory.write((sql) => {
    const { id, project } = cleanup;
    const row = sql.get<CleanupRow>(
      "UPDATE link_cleanups SET ended_at = ? WHERE id = ? AND project = ? RETURNING *",
      act.at.getTime(),
      id,
      project,
    );
    if (!row) throw cleanupNotFound(id, project);
    makeChange(sql, act, linkCleaned, subjectOf(cleanup), [{ about: [], args: { step: "ended" } }]);
    return cleanupOf(row);
  });
}

/**
 * Restores links as they were, in their old place if it is free. Skips links that exist already and links whose
 * decisions no longer both exist.
 */
export function restoreLinks(
  memory: Connection,
  project: string,
  runId: string,
  links: readonly PlacedLink[],
  act: Act,
): Promise<{ readonly restored: number; readonly present: number; readonly gone: number }> {
  return memory.write((sql) => {
    const seen = new Set<string>();
    const fates = links.map((placed) => fateOf(sql, project, placed, seen));
    const restored = links.filter((_, i) => fates[i] === "restored");
    if (restored.length > 0) {
      const parts = restored.map(({ link, place }) => ({
        about: [link.from, link.to],
        args: { row: linkRow(sql, { ...link, project }), place: seqOf(place) ?? null },
      }));
      const ids = restored.map(({ link }) => link.id);
      makeChange(sql, act, linkRestored, { kind: "cleanup", id: runId, project }, parts, ids);
    }
    const count = (fate: string): number => fates.filter((each) => each === fate).length;
    return { restored: count("restored"), present: count("present"), gone: count("gone") };
  });
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

type CleanupRow = {
  id: string;
  project: string;
  backup: string;
  checksum: string;
  started_at: number;
  ended_at: number | null;
  total: number;
  removed: number;
};

function cleanupOf(row: CleanupRow): LinkCleanup {
  return {
    id: row.id,
    project: row.project,
    backup: row.backup,
    checksum: row.checksum,
    startedAt: new Date(row.started_at),
    endedAt: row.ended_at === null ? undefined : new Date(row.ended_at),
    total: row.total,
    removed: row.removed,
  };
}

/** `seen` has the links of the same backup that will be restored. */
function fateOf(
  sql: Sql,
  project: string,
  { link }: PlacedLink,
  seen: Set<string>,
): "restored" | "present" | "gone" {
  const sameLink = "SELECT 1 FROM links WHERE id = ? OR (from_id = ? AND to_id = ? AND relation = ?)";
  if (sql.get(sameLink, link.id, link.from, link.to, link.relation)) return "present";
  const names = [link.id, linkSentence(link)];
  if (names.some((name) => seen.has(name))) return "present";
  const { ends } = sql.get(
    "SELECT count(*) AS ends FROM memories WHERE id IN (?, ?) AND project = ?",
    link.from,
    link.to,
    project,
  ) as { ends: number };
  if (ends < 2) return "gone";
  for (const name of names) seen.add(name);
  return "restored";
}
