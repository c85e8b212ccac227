import { authorKeyOf } from "../calibration/author-key.ts";
import { addToTally, type CountedOutcome, removeFromTally } from "../calibration/tally-changes.ts";
import { copyIntoLog } from "../links/link-pointers.ts";
import { defineChange } from "../log/change.ts";
import { forgetAnchorReads } from "../repository/forget-anchors.ts";
import { moveReads } from "../repository/report-rows.ts";
import type { Row, Sql } from "../shared/connection.ts";
import { recountSkill } from "../skills/skill-rows.ts";
import { noteBeforeMoves } from "./before-moves.ts";
import { hashesIn } from "./project-hash.ts";

/** What moves from one project to another: by id, because what came there otherwise stays when the move is undone. */
export type Moved = {
  readonly from: string;
  readonly to: string;
  /** Whether it is everything of the project. */
  readonly whole: boolean;
  /** Decisions, checkpoints and insights. Their outcomes, signals, aliases and the links between them follow. */
  readonly memories: readonly string[];
  readonly proposals: readonly string[];
  /** Digests of what was erased. */
  readonly erasures: readonly string[];
  /** What concerns this machine alone. */
  readonly local: {
    readonly contexts: readonly string[];
    readonly guidance: readonly string[];
    readonly imports: readonly string[];
    readonly cleanups: readonly string[];
    readonly keys: readonly string[];
    readonly observations: readonly number[];
  };
  /** The entry of the move that this one undoes. */
  readonly undoes: number | null;
};

/** The new hash of a decision that cannot be computed again once the name of a person is erased. */
export type MovedHash = { readonly id: string; readonly hash: string };

export const projectMoved = defineChange<"project.moved", Moved | MovedHash>({
  action: "project.moved",
  version: 1,
  apply(sql, [moved, ...hashes]) {
    const known = new Map(
      hashes.flatMap((part) => (part && "hash" in part ? [[part.id, part.hash] as const] : [])),
    );
    if (moved && "memories" in moved) move(sql, moved, known);
  },
});

type MovedList = "memories" | "proposals" | "erasures" | keyof Moved["local"];

const IN_LIST = "IN (SELECT value FROM json_each(?3))";

/**
 * Every table with a project, and which of its rows follow. ?1 is the project they go to, ?2 the one they come from, ?3
 * the ids. What cannot move, because the other project has the same name for something else, stays where it is.
 */
const FOLLOWING: Readonly<Record<string, { readonly of: MovedList; readonly where: string }>> = {
  memories: { of: "memories", where: `id ${IN_LIST}` },
  aliases: { of: "memories", where: `memory_id ${IN_LIST}` },
  outcomes: { of: "memories", where: `decision_id ${IN_LIST}` },
  signals: { of: "memories", where: `decision_id ${IN_LIST}` },
  links: { of: "memories", where: `from_id ${IN_LIST} AND to_id ${IN_LIST}` },
  abbreviations: { of: "memories", where: `memory IN (SELECT seq FROM memories WHERE id ${IN_LIST})` },
  adr_files: { of: "memories", where: `decision_id ${IN_LIST}` },
  adr_writes: { of: "memories", where: `decision_id ${IN_LIST}` },
  proposals: { of: "proposals", where: `id ${IN_LIST}` },
  erased_sources: { of: "erasures", where: `digest ${IN_LIST}` },
  guidance: { of: "guidance", where: `id ${IN_LIST}` },
  imports: { of: "imports", where: `id ${IN_LIST}` },
  link_cleanups: { of: "cleanups", where: `id ${IN_LIST}` },
  access_keys: { of: "keys", where: `id ${IN_LIST}` },
  reports: { of: "memories", where: `decision ${IN_LIST}` },
  anchors: { of: "memories", where: `decision ${IN_LIST}` },
  observations: { of: "observations", where: `seq ${IN_LIST}` },
};

/** The other tables with a project, and why none of their rows is simply renamed. */
const OTHERWISE = {
  vector_codes: "written again, so that the vector index of every process reads them",
  passage_codes: "as vector_codes",
  tally_bins: "summed up again",
  tally_times: "summed up again",
  skills: "a skill follows if all its decisions do",
  audit: "the log stays as it was written",
  project_bindings: "a repository keeps the names that it may use, and gets the new one",
  project_places: "they say which names directories had",
  teams: "a project that is shared with a team does not move",
  team_changes: "as teams",
  team_records: "as teams",
  team_held: "as teams",
  team_members: "as teams",
  team_aside: "as teams",
  hook_sessions: "a session says with its next event which project it is about",
  hook_told: "follows with the whole project",
  candidates: "follow with the whole project",
  settled_candidates: "as candidates",
  repository_reads: "follows with the whole project",
  anchor_reads: "read again from the repository",
  manifests: "as anchor_reads",
  lost_dependencies: "as anchor_reads",
} as const;

/** For the test that no table with a project was forgotten. */
export const TABLES_OF_PROJECT: readonly string[] = [...Object.keys(FOLLOWING), ...Object.keys(OTHERWISE)];

function move(sql: Sql, moved: Moved, known: ReadonlyMap<string, string>): void {
  const { from, to, memories, whole } = moved;
  const ids = JSON.stringify(memories);
  noteBeforeMoves(sql, memories);
  copyIntoLog(sql, linksBetween(sql, ids));
  const hashes = hashesIn(sql, to, memories);
  const counted = countedOutcomes(sql, ids);
  for (const outcome of counted) removeFromTally(sql, outcome);
  const idsOf = (list: MovedList): string => JSON.stringify({ ...moved, ...moved.local }[list]);
  for (const [table, { of, where }] of Object.entries(FOLLOWING))
    sql.run(
      `UPDATE OR IGNORE ${table} SET project = ?1 WHERE project = ?2 AND ${where}`,
      to,
      from,
      idsOf(of),
    );
  for (const { id, hash } of hashes)
    sql.run("UPDATE memories SET context_hash = ? WHERE id = ?", known.get(id) ?? hash, id);
  for (const outcome of counted) addToTally(sql, { ...outcome, project: to });
  moveContexts(sql, moved);
  forgetAnchorReads(sql, from, to);
  writeCodesAgain(sql, to, ids);
  moveSkills(sql, from, to, ids, whole);
  if (whole) moveUnlogged(sql, from, to);
}

/** They are not in the arguments of a move, which is made again elsewhere: they are known on this machine alone. */
export function moveUnlogged(sql: Sql, from: string, to: string): void {
  for (const table of ["hook_told", "candidates"])
    sql.run(`UPDATE ${table} SET project = ? WHERE project = ?`, to, from);
  sql.run("UPDATE OR IGNORE settled_candidates SET project = ? WHERE project = ?", to, from);
  sql.run("DELETE FROM settled_candidates WHERE project = ?", from);
  moveReads(sql, from, to);
}

function linksBetween(sql: Sql, ids: string): string[] {
  const rows = sql.all(
    `SELECT id FROM links WHERE from_id IN (SELECT value FROM json_each(?1))
       AND to_id IN (SELECT value FROM json_each(?1))`,
    ids,
  );
  return rows.map(({ id }) => id as string);
}

function countedOutcomes(sql: Sql, ids: string): CountedOutcome[] {
  return sql
    .all(
      `SELECT o.*, ${authorKeyOf("m")} AS decided_by FROM outcomes o JOIN memories m ON m.id = o.decision_id
       WHERE o.counts = 1 AND o.decision_id IN (SELECT value FROM json_each(?))`,
      ids,
    )
    .map((row: Row) => ({
      project: row["project"] as string,
      domain: row["domain"] as string,
      author: row["decided_by"] as string,
      at: row["at"] as number,
      score: row["score"] as number,
      confidence: row["stated_confidence"] as number | null,
    }));
}

/** A project has one context, and the one that is there is the later one. */
function moveContexts(sql: Sql, { from, to, local }: Moved): void {
  const ids = JSON.stringify(local.contexts);
  const where = "project = ?1 AND type = 'context' AND id IN (SELECT value FROM json_each(?2))";
  sql.run(`UPDATE OR IGNORE memories SET project = ?3 WHERE ${where}`, from, ids, to);
  sql.run(`DELETE FROM memories WHERE ${where}`, from, ids);
}

/** A new row has a new number, which tells the index in the memory of every process to read it. */
function writeCodesAgain(sql: Sql, to: string, ids: string): void {
  const moved = "SELECT seq FROM memories WHERE id IN (SELECT value FROM json_each(?2))";
  sql.run(
    `INSERT OR REPLACE INTO vector_codes (memory, model, project, code)
     SELECT memory, model, ?1, code FROM vector_codes WHERE memory IN (${moved}) ORDER BY seq`,
    to,
    ids,
  );
  sql.run(
    `INSERT OR REPLACE INTO passage_codes (passage, model, project, of_note, code)
     SELECT c.passage, c.model, ?1, c.of_note, c.code FROM passage_codes c JOIN passages p ON p.seq = c.passage
     WHERE p.memory IN (${moved}) ORDER BY c.seq`,
    to,
    ids,
  );
}

/** A group of decisions that moves as a whole keeps its history. From the others the moved decisions are taken out. */
function moveSkills(sql: Sql, from: string, to: string, ids: string, whole: boolean): void {
  const moved = "decision_id IN (SELECT value FROM json_each(?1))";
  const groups = sql.all(
    `SELECT skill, min(${moved}) AS as_whole FROM skill_members
     WHERE skill IN (SELECT skill FROM skill_members WHERE ${moved}) GROUP BY skill`,
    ids,
  );
  for (const { skill, as_whole } of groups) {
    if (as_whole === 1) {
      sql.run("UPDATE skills SET project = ? WHERE id = ?", to, skill as string);
      continue;
    }
    sql.run(`DELETE FROM skill_members WHERE skill = ?2 AND ${moved}`, ids, skill as string);
    recountSkill(sql, skill as string);
  }
  if (whole) sql.run("UPDATE skills SET project = ? WHERE project = ?", to, from);
}
