import { forgetHooksOf, hasHooks } from "../../candidates/index.ts";
import type { MemoryType, OtherMemory } from "../../recall/index.ts";
import { forgetAnchorReads, forgetReads } from "../../repository/index.ts";
import {
  type CheckpointRow,
  type ContextRow,
  checkpointAsStored,
  contextOf,
  type InsightRow,
  insightOf,
  removeCheckpoint,
  removeInsight,
} from "../../sessions/index.ts";
import type { Act } from "../../shared/actor.ts";
import { Fault } from "../../shared/errors.ts";
import type { Connection, Sql } from "../../store/file/connection.ts";
import { erase } from "../../store/file/erasure.ts";
import { makeChange, partsOf } from "../../store/log/change.ts";
import { personName } from "../../store/log/people.ts";
import type { ErasedProject, LoggedMove, MovedProject, ProjectSummary } from "../rules/project-store.ts";
import { removeDecision } from "./erase-memory.ts";
import {
  type CountsRow,
  countsIn,
  countsOf,
  describeMove,
  hashesIn,
  type Moved,
  type MovedHash,
  moveUnlogged,
  projectMoved,
  wholeProject,
} from "./project-moved.ts";

/** Each erasure makes the word index again, and no other write should wait long. */
const ERASED_AT_ONCE = 20;

/** The one used last comes first. */
export function readProjects(memory: Connection): Promise<readonly ProjectSummary[]> {
  return memory.read((sql) =>
    sql
      .all<CountsRow & { project: string; last: number }>(
        `SELECT project, count(*) FILTER (WHERE type = 'decision') AS decisions,
         count(*) FILTER (WHERE type <> 'decision') AS others, max(updated_at) AS last
       FROM memories WHERE type <> 'context' GROUP BY project ORDER BY last DESC, project`,
      )
      .map((row) => ({
        project: row.project,
        ...countsOf(row),
        lastUsedAt: new Date(row.last),
      })),
  );
}

/** What `moveProject` would take along. */
export function previewMove(memory: Connection, from: string, to: string): Promise<MovedProject> {
  return memory.read((sql) => describeMove(sql, wholeProject(sql, from, to)));
}

/**
 * Moves everything of a project to another one, which may have records of its own. Afterwards the memory is as if all
 * had been written there, except for skills, which have to be learned again if the other project had decisions.
 * @throws Fault `not_found` if there is nothing to move.
 */
export function storeMove(memory: Connection, from: string, to: string, act: Act): Promise<LoggedMove> {
  return memory.write((sql): LoggedMove => {
    const moved = wholeProject(sql, from, to);
    if (moved.memories.length === 0 && moved.proposals.length === 0) throw nothingThere(from);
    const described = describeMove(sql, moved);
    const entry = writeMove(sql, moved, act);
    // A repository that may use the former name by its project file may use the new one, unless others use it, too.
    if (described.there.decisions + described.there.others === 0) {
      sql.run(
        `INSERT INTO project_bindings (project, repository, reason, at)
       SELECT ?, repository, reason, at FROM project_bindings WHERE project = ? ON CONFLICT DO NOTHING`,
        to,
        from,
      );
    }
    return { ...described, entry, at: act.at };
  });
}

/** The last move that was not undone. */
export function lastMove(memory: Connection): Promise<LoggedMove | undefined> {
  return memory.read((sql): LoggedMove | undefined => {
    const undone = new Set<number>();
    for (const row of sql.all<{ seq: number; at: number }>(
      "SELECT seq, at FROM audit WHERE action = 'project.moved' ORDER BY seq DESC",
    )) {
      const entry = row.seq;
      const moved = movedBy(sql, entry);
      if (moved === undefined) continue;
      if (moved.undoes !== null) undone.add(moved.undoes);
      else if (!undone.has(entry))
        return { ...describeMove(sql, wayBack(sql, moved, entry)), entry, at: new Date(row.at) };
    }
    return undefined;
  });
}

/** Moves what a move took along back. What came since stays. */
export function undoMove(memory: Connection, entry: number, act: Act): Promise<MovedProject> {
  return memory.write((sql): MovedProject => {
    const moved = movedBy(sql, entry);
    if (moved === undefined)
      throw new Fault("not_found", `Entry ${entry} of the log is no move of a project.`);
    const back = wayBack(sql, moved, entry);
    const described = describeMove(sql, back);
    writeMove(sql, back, act);
    // With both projects in it nobody knows whose session it was, and it stays.
    if (moved.whole && !hasMemories(sql, moved.to)) moveUnlogged(sql, moved.to, moved.from);
    return described;
  });
}

/** What `eraseProject` would remove. */
export function countProject(memory: Connection, project: string): Promise<ErasedProject> {
  return memory.read((sql) => countProjectIn(sql, project));
}

/** Makes the move and logs it. Call it in the transaction that decided what moves. */
export function writeMove(sql: Sql, moved: Moved, act: Act): number {
  const named = hashesIn(sql, moved.to, moved.memories).filter(({ hasName }) => hasName);
  const parts = [
    { about: [], args: moved },
    ...named.map(({ id, hash }) => ({ about: [id], args: { id, hash } })),
  ] satisfies { about: string[]; args: Moved | MovedHash }[];
  const subject = { kind: "project", id: moved.from, project: moved.to } as const;
  const refs = [...moved.memories, ...moved.proposals, ...erasedIn(sql, moved.from), moved.from, moved.to];
  return makeChange<"project.moved", Moved | MovedHash>(sql, act, projectMoved, subject, parts, refs);
}

/** What was erased left digests that move, too. */
function erasedIn(sql: Sql, project: string): string[] {
  const rows = sql.all<{ subject: string }>(
    "SELECT DISTINCT subject FROM audit WHERE project = ? AND action = 'decision.erased'",
    project,
  );
  return rows.map(({ subject }) => subject);
}

const movedBy = (sql: Sql, entry: number): Moved | undefined =>
  partsOf(sql, entry)[0]?.args as Moved | undefined;

/** What a move took along and is still where it went. */
function wayBack(sql: Sql, { from, to, ...moved }: Moved, entry: number): Moved {
  const stillThere = sql.all<{ id: string }>(
    "SELECT id FROM memories WHERE project = ? AND id IN (SELECT value FROM json_each(?)) ORDER BY id",
    to,
    JSON.stringify(moved.memories),
  );
  const memories = stillThere.map(({ id }) => id);
  return { ...moved, from: to, to: from, whole: false, memories, undoes: entry };
}

const hasMemories = (sql: Sql, project: string): boolean =>
  sql.get("SELECT 1 FROM memories WHERE project = ? AND type <> 'context' LIMIT 1", project) !== undefined;

function countProjectIn(sql: Sql, project: string): ErasedProject {
  const row = sql.one<{ n: number }>("SELECT count(*) AS n FROM proposals WHERE project = ?", project);
  return { project, ...countsIn(sql, project), proposals: row.n };
}

/**
 * Removes all decisions, checkpoints and insights of a project for good, as the erasure of each does. Guidance has an
 * erasure of its own.
 */
export async function eraseProject(memory: Connection, project: string, act: Act): Promise<ErasedProject> {
  const [counts, hooked] = await memory.read((sql) => [countProjectIn(sql, project), hasHooks(sql, project)]);
  // A project in which nothing was decided yet may still have what its sessions left behind.
  if (counts.decisions + counts.others + counts.proposals === 0 && !hooked) throw nothingThere(project);
  while (await memory.write((sql) => eraseSome(sql, project, act)));
  const { remaining } = await erase(memory, (sql) => {
    sql.run("DELETE FROM memories WHERE project = ? AND type = 'context'", project);
    for (const table of ["imports", "observations", "project_places"])
      sql.run(`DELETE FROM ${table} WHERE project = ?`, project);
    forgetHooksOf(sql, project);
    forgetReads(sql, project);
    forgetAnchorReads(sql, project);
    return {};
  });
  return { ...counts, ...(remaining && { remaining }) };
}

/** Returns whether there was something to erase. */
function eraseSome(sql: Sql, project: string, act: Act): boolean {
  const remove = { decision: removeDecision, checkpoint: removeCheckpoint, insight: removeInsight };
  const rows = sql.all<{ id: string; type: keyof typeof remove }>(
    "SELECT id, type FROM memories WHERE project = ? AND type <> 'context' ORDER BY seq LIMIT ?",
    project,
    ERASED_AT_ONCE,
  );
  for (const { id, type } of rows) remove[type](sql, project, id, act);
  return rows.length > 0;
}

function nothingThere(project: string): Fault {
  return new Fault("not_found", `The project "${project}" has no memories.`, {
    field: "from",
    received: project,
    reason: "project_not_found",
    hint: "Nothing was changed.",
    remedies: [{ remedy: "list-projects" }],
  });
}

export const OTHER_COLUMNS = `m.id, m.type, m.project, m.content, m.topic, m.author_kind, m.author, m.person, ${personName("m")},
  m.created_at, m.body,
  (SELECT json_group_array(alias) FROM aliases WHERE memory_id = m.id) AS aliases`;

export type OtherMemoryRow = CheckpointRow &
  InsightRow &
  ContextRow & { type: Exclude<MemoryType, "decision"> };

export function otherMemoryOf(row: OtherMemoryRow): OtherMemory {
  const type = row.type;
  switch (type) {
    case "checkpoint":
      return { type, checkpoint: checkpointAsStored(row) };
    case "insight":
      return { type, insight: insightOf(row) };
    case "context":
      return { type, context: contextOf(row) };
  }
}

/** The fields that identify a memory. */
export function identityOf(memory: OtherMemory): {
  readonly id: string;
  readonly project: string;
  readonly aliases: readonly string[];
} {
  switch (memory.type) {
    case "checkpoint":
      return memory.checkpoint;
    case "insight":
      return memory.insight;
    case "context":
      return { ...memory.context, aliases: [] };
  }
}
