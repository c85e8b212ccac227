import {
  DECISION_COLUMNS,
  type Decision,
  type DecisionRow,
  decisionOf,
  passageKey,
} from "../../decisions/index.ts";
import type { Scope } from "../../shared/scope.ts";
import { allOf, ofScope } from "../../store/file/conditions.ts";
import type { Connection, Sql } from "../../store/file/connection.ts";
import type { SqlValue } from "../../store/file/driver.ts";
import type { AnchorReading, AnchorsRead, LostDependency } from "../rules/anchor-state.ts";
import type { AnchorSource, Carried, FollowedAnchor } from "../rules/follow-history.ts";

/** A commit is cited whole or by at least so many digits. */
const SHORTEST_COMMIT = 7;

export function anchorReading(memory: Connection, project: string): Promise<AnchorReading | undefined> {
  return memory.read((sql) => {
    const row = sql.get<{ commit_id: string | null; at: number | null; entry: number; memory: number }>(
      "SELECT * FROM anchor_reads WHERE project = ?",
      project,
    );
    return (
      row && {
        commit: row.commit_id ?? undefined,
        at: row.at === null ? undefined : new Date(row.at),
        entry: row.entry,
        memory: row.memory,
      }
    );
  });
}

/** Decisions that are new or were changed since, and how far the memory is read with them. */
export function decisionsToFollow(
  memory: Connection,
  project: string,
  after: AnchorReading | undefined,
): Promise<{
  readonly decisions: readonly Decision[];
  /** Which of them are new in this memory. */
  readonly added: ReadonlySet<string>;
  readonly entry: number;
  readonly memory: number;
}> {
  return memory.read((sql) => {
    const last = sql.get<{ entry: SqlValue; memory: SqlValue }>(
      "SELECT (SELECT max(seq) FROM audit) AS entry, max(seq) AS memory FROM memories",
    );
    const rows = sql.all<DecisionRow & { seq: number }>(
      `SELECT ${DECISION_COLUMNS} FROM memories m WHERE m.project = ?1 AND m.type = 'decision'
             AND (m.seq > ?2 OR m.id IN (SELECT subject FROM audit WHERE seq > ?3))`,
      project,
      after?.memory ?? 0,
      after?.entry ?? 0,
    );
    return {
      decisions: rows.map(decisionOf),
      added: new Set(rows.flatMap(({ seq, id }) => (seq > (after?.memory ?? 0) ? [id] : []))),
      entry: (last?.entry ?? 0) as number,
      memory: (last?.memory ?? 0) as number,
    };
  });
}

/** All of a project. */
export function followedAnchors(memory: Connection, project: string): Promise<readonly FollowedAnchor[]> {
  return memory.read((sql) =>
    sql
      .all<AnchorRow>(
        "SELECT * FROM anchors WHERE project = ? ORDER BY decision, source, said_path, place",
        project,
      )
      .map(anchorOf),
  );
}

export function manifestsOf(memory: Connection, project: string): Promise<readonly string[]> {
  return memory.read((sql) =>
    sql.column<string>("SELECT path FROM manifests WHERE project = ? ORDER BY path", project),
  );
}

export function saveAnchors(memory: Connection, project: string, read: AnchorsRead): Promise<void> {
  return memory.write((sql): void => {
    for (const { decision, source, saidPath, place } of read.dropped)
      sql.run(
        "DELETE FROM anchors WHERE decision = ? AND source = ? AND said_path = ? AND place = ?",
        decision,
        source,
        saidPath,
        place,
      );
    for (const anchor of read.anchors) saveAnchor(sql, anchor);
    sql.run("DELETE FROM manifests WHERE project = ?", project);
    for (const path of read.manifests)
      sql.run("INSERT OR IGNORE INTO manifests (project, path) VALUES (?, ?)", project, path);
    for (const { manifest, name } of read.found)
      sql.run(
        "DELETE FROM lost_dependencies WHERE project = ? AND manifest = ? AND name = ?",
        project,
        manifest,
        name,
      );
    for (const { manifest, name, commit, at } of read.lost)
      sql.run(
        `INSERT OR REPLACE INTO lost_dependencies (project, manifest, name, commit_id, at) VALUES (?, ?, ?, ?, ?)`,
        project,
        manifest,
        name,
        commit,
        at.getTime(),
      );
    saveReading(sql, project, read.reading);
  });
}

/** By decision id. */
export function anchorsOf(
  memory: Connection,
  scope: Scope,
  decisionIds: readonly string[],
): Promise<ReadonlyMap<string, readonly FollowedAnchor[]>> {
  return memory.read((sql) => {
    const inScope = allOf(ofScope(scope, "+project"));
    const found = new Map(decisionIds.map((id) => [id, [] as FollowedAnchor[]]));
    const rows = sql.all<AnchorRow>(
      `SELECT * FROM anchors WHERE decision IN (SELECT value FROM json_each(?)) AND ${inScope.sql}
           ORDER BY decision, source, said_path, place`,
      JSON.stringify(decisionIds),
      ...inScope.values,
    );
    for (const row of rows) found.get(row.decision)?.push(anchorOf(row));
    return found;
  });
}

/** Those of a file, wherever it was when they were made, and of the folders that it is in. */
export function anchorsAt(
  memory: Connection,
  scope: Scope,
  path: string,
): Promise<readonly FollowedAnchor[]> {
  return memory.read((sql) => {
    const inScope = allOf(ofScope(scope, "+project"));
    return sql
      .all<AnchorRow>(
        `SELECT * FROM anchors WHERE path IN (SELECT value FROM json_each(?)) AND ${inScope.sql}
             ORDER BY decision, source, said_path, place`,
        JSON.stringify(withFolders(path)),
        ...inScope.values,
      )
      .map(anchorOf);
  });
}

/** The decisions that a commit, given whole, is known to carry out, or that cite it. */
export function decisionsOfCommit(
  memory: Connection,
  scope: Scope,
  commit: string,
): Promise<readonly string[]> {
  return memory.read((sql) => {
    const inScope = allOf(ofScope(scope, "+m.project"));
    const keys = Array.from({ length: Math.max(0, commit.length - SHORTEST_COMMIT + 1) }, (_, n) =>
      passageKey({ text: commit.slice(0, SHORTEST_COMMIT + n) }),
    );
    const rows = sql.all<{ id: string }>(
      `SELECT m.id FROM memories m WHERE m.type = 'decision' AND ${inScope.sql} AND (m.id IN
             (SELECT decision FROM anchors WHERE baseline = ? AND carried <> 'not')
             OR m.seq IN (SELECT memory FROM passages WHERE kind = 'evidence'
               AND key IN (SELECT value FROM json_each(?)))) ORDER BY m.created_at DESC, m.id DESC`,
      ...inScope.values,
      commit,
      JSON.stringify(keys),
    );
    return rows.map(({ id }) => id);
  });
}

export function lostDependencies(memory: Connection, project: string): Promise<readonly LostDependency[]> {
  return memory.read((sql) =>
    sql
      .all<{ manifest: string; name: string; commit_id: string; at: number }>(
        "SELECT * FROM lost_dependencies WHERE project = ? ORDER BY at DESC, name",
        project,
      )
      .map((row) => ({
        manifest: row.manifest,
        name: row.name,
        commit: row.commit_id,
        at: new Date(row.at),
      })),
  );
}

/** A file and the folders that it is in. */
function withFolders(path: string): string[] {
  const parts = path.split("/");
  return parts.map((_, n) => parts.slice(0, parts.length - n).join("/"));
}

function saveReading(sql: Sql, project: string, { commit, at, entry, memory }: AnchorReading): void {
  sql.run(
    `INSERT OR REPLACE INTO anchor_reads (project, commit_id, at, entry, memory) VALUES (?, ?, ?, ?, ?)`,
    project,
    commit ?? null,
    at?.getTime() ?? null,
    entry,
    memory,
  );
}

/** One whose decision was erased in the meantime has nothing to belong to. */
function saveAnchor(sql: Sql, anchor: FollowedAnchor): void {
  sql.run(
    `INSERT OR REPLACE INTO anchors
       (decision, source, said_path, place, project, since, path, trail, symbol, sketch, baseline, carried)
     SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12
     WHERE EXISTS (SELECT 1 FROM memories WHERE id = ?1 AND project = ?5 AND type = 'decision')`,
    anchor.decision,
    anchor.source,
    anchor.saidPath,
    anchor.place,
    anchor.project,
    anchor.since.getTime(),
    anchor.path,
    JSON.stringify(anchor.trail),
    anchor.symbol ?? null,
    anchor.sketch ?? null,
    anchor.baseline ?? null,
    anchor.carried,
  );
}

type AnchorRow = {
  project: string;
  decision: string;
  source: AnchorSource;
  said_path: string;
  place: string;
  since: number;
  path: string;
  trail: string;
  symbol: string | null;
  sketch: string | null;
  baseline: string | null;
  carried: Carried;
};

function anchorOf(row: AnchorRow): FollowedAnchor {
  return {
    project: row.project,
    decision: row.decision,
    source: row.source,
    saidPath: row.said_path,
    place: row.place,
    since: new Date(row.since),
    path: row.path,
    trail: JSON.parse(row.trail) as string[],
    symbol: row.symbol ?? undefined,
    sketch: row.sketch ?? undefined,
    baseline: row.baseline ?? undefined,
    carried: row.carried,
  };
}
