import { addToTally, authorKeyOf, type CountedOutcome, removeFromTally } from "../../calibration/index.ts";
import {
  contextHash,
  copyIntoLog,
  DECISION_COLUMNS,
  type DecisionRow,
  decisionOf,
} from "../../decisions/index.ts";
import { recountSkill } from "../../learning/index.ts";
import { forgetAnchorReads, moveReads } from "../../repository/index.ts";
import {
  type CheckpointRow,
  hashOfCheckpoint,
  type InsightRow,
  insightHash,
  insightOf,
} from "../../sessions/index.ts";
import type { Json } from "../../shared/canonical-json.ts";
import type { Row, Sql } from "../../store/file/connection.ts";
import type { SqlValue } from "../../store/file/driver.ts";
import { defineChange } from "../../store/log/change.ts";
import type { MovedProject, ProjectCounts } from "../rules/project-store.ts";

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
  copyIntoLog(sql, linksBetweenIn(sql, ids));
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

function linksBetweenIn(sql: Sql, ids: string): string[] {
  const rows = sql.all<{ id: string }>(
    `SELECT id FROM links WHERE from_id IN (SELECT value FROM json_each(?1))
       AND to_id IN (SELECT value FROM json_each(?1))`,
    ids,
  );
  return rows.map(({ id }) => id);
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
  const groups = sql.all<{ skill: string; as_whole: number }>(
    `SELECT skill, min(${moved}) AS as_whole FROM skill_members
     WHERE skill IN (SELECT skill FROM skill_members WHERE ${moved}) GROUP BY skill`,
    ids,
  );
  for (const { skill, as_whole } of groups) {
    if (as_whole === 1) {
      sql.run("UPDATE skills SET project = ? WHERE id = ?", to, skill);
      continue;
    }
    sql.run(`DELETE FROM skill_members WHERE skill = ?2 AND ${moved}`, ids, skill);
    recountSkill(sql, skill);
  }
  if (whole) sql.run("UPDATE skills SET project = ? WHERE project = ?", to, from);
}

/** Everything of a project. */
export function wholeProject(sql: Sql, from: string, to: string): Moved {
  const idsIn = (table: string, column = "id", where = "TRUE"): string[] =>
    sql
      .all(`SELECT ${column} FROM ${table} WHERE project = ? AND ${where} ORDER BY ${column}`, from)
      .map((row) => row[column] as string);
  const known = sql.all<{ digest: SqlValue }>("SELECT digest FROM erased_sources WHERE project = ?", to);
  const erasedThere = new Set(known.map(({ digest }) => digest));
  return {
    from,
    to,
    whole: true,
    memories: idsIn("memories", "id", "type <> 'context'"),
    proposals: idsIn("proposals"),
    erasures: idsIn("erased_sources", "digest").filter((digest) => !erasedThere.has(digest)),
    local: {
      contexts: idsIn("memories", "id", "type = 'context'"),
      guidance: idsIn("guidance"),
      imports: idsIn("imports"),
      cleanups: idsIn("link_cleanups"),
      keys: idsIn("access_keys"),
      observations: idsIn("observations", "seq") as unknown as number[],
    },
    undoes: null,
  };
}

/** Some memories of a project, with what belongs to them alone. */
export function someOfProject(sql: Sql, from: string, to: string, memories: readonly string[]): Moved {
  const ids = JSON.stringify(memories);
  const idsOf = (statement: string): string[] => sql.column<string>(statement, ids, from);
  const moving = "(SELECT value FROM json_each(?1))";
  return {
    from,
    to,
    whole: false,
    memories,
    proposals: idsOf(
      `SELECT id FROM proposals p WHERE project = ?2 AND (target IN ${moving}
         OR (EXISTS (SELECT 1 FROM memories m WHERE m.project = ?2 AND m.topic = p.target AND m.id IN ${moving})
           AND NOT EXISTS (SELECT 1 FROM memories m WHERE m.project = ?2 AND m.topic = p.target AND m.id NOT IN ${moving})))
       ORDER BY id`,
    ),
    erasures: [],
    local: {
      contexts: [],
      guidance: idsOf(`SELECT id FROM guidance WHERE project = ?2 AND decision_id IN ${moving} ORDER BY id`),
      imports: idsOf(
        `SELECT r.id FROM imports r WHERE r.project = ?2
           AND EXISTS (SELECT 1 FROM import_items i WHERE i.run = r.id AND i.record = 'memory')
           AND NOT EXISTS (SELECT 1 FROM import_items i WHERE i.run = r.id AND i.record = 'memory' AND i.id NOT IN ${moving})
         ORDER BY r.id`,
      ),
      cleanups: [],
      keys: [],
      observations: [],
    },
    undoes: null,
  };
}

export function countsIn(sql: Sql, project: string): ProjectCounts {
  return countsOf(
    sql.one<CountsRow>(`SELECT ${COUNTS} FROM memories WHERE project = ? AND type <> 'context'`, project),
  );
}

/** What a move would take along. */
export function describeMove(sql: Sql, { from, to, memories, proposals, local }: Moved): MovedProject {
  const ids = JSON.stringify(memories);
  const moving = "(SELECT value FROM json_each(?))";
  const row = sql.one<CountsRow & { links: number }>(
    `SELECT ${COUNTS}, (SELECT count(*) FROM links WHERE from_id IN ${moving} AND to_id IN ${moving}) AS links
     FROM memories WHERE id IN ${moving}`,
    ids,
    ids,
    ids,
  );
  return {
    from,
    to,
    ...countsOf(row),
    links: row.links,
    proposals: proposals.length,
    keys: local.keys,
    there: countsIn(sql, to),
  };
}

const COUNTS =
  "count(*) FILTER (WHERE type = 'decision') AS decisions, count(*) FILTER (WHERE type <> 'decision') AS others";

export type CountsRow = { decisions: number; others: number };

export const countsOf = (row: CountsRow): ProjectCounts => ({
  decisions: row.decisions,
  others: row.others,
});

type Fields = { readonly [key: string]: Json | undefined };

/**
 * Call it before memories are moved to another project: wherever the log points at a row instead of copying it, it gets
 * what the row says about its project. The digest of an entry covers the whole row as it was written, in its first words.
 */
function noteBeforeMoves(sql: Sql, ids: readonly string[]): void {
  const parts = sql.all<MovedRow & { args: string; change: number; part: number }>(
    `SELECT p.change, p.part, p.args, m.id, m.project,
       coalesce((SELECT v.context_hash FROM revisions v WHERE v.decision_id = m.id ORDER BY v.at, v.id LIMIT 1),
         m.context_hash) AS context_hash
     FROM json_each(?) i JOIN memories m ON m.id = i.value
       JOIN change_refs r ON r.record = m.id AND r.part >= 0
       JOIN change_parts p ON p.change = r.change AND p.part = r.part
     WHERE p.args IS NOT NULL AND p.person IS NULL`,
    JSON.stringify(ids),
  );
  for (const row of parts) {
    const noted = withProject(JSON.parse(row.args) as Json, row);
    if (noted === undefined) continue;
    sql.run(
      "UPDATE change_parts SET args = ? WHERE change = ? AND part = ?",
      JSON.stringify(noted),
      row.change,
      row.part,
    );
  }
}

type MovedRow = { id: string; project: string; context_hash: string };

/** Undefined if it does not point at a row, or says the project already. */
function withProject(args: Json, { id, project, context_hash }: MovedRow): Fields | undefined {
  if (args === null || typeof args !== "object" || Array.isArray(args)) return undefined;
  const { row, memory, kind } = args as Fields;
  const ofMemory = { project: project, context_hash: context_hash };
  if (isUnmoved(memory)) return { ...(args as Fields), memory: { ...memory, ...ofMemory } };
  // A link is copied into the log instead.
  if (kind === "link" || typeof row !== "string" || !isUnmoved(args)) return undefined;
  return { ...args, ...(row === id ? ofMemory : { project: ofMemory.project }) };
}

const isUnmoved = (pointer: Json | undefined): pointer is Fields =>
  pointer !== null &&
  typeof pointer === "object" &&
  typeof (pointer as Fields)["row"] === "string" &&
  (pointer as Fields)["project"] === undefined;

/** The first version of the hash without the names of people. */
const WITHOUT_PEOPLE = 2;

interface HashedMemory {
  readonly id: string;
  /** As it has to be in the other project. One that does not match its record now, because of damage, stays. */
  readonly hash: string;
  /** Whether the name of a person is part of it, so that it cannot be computed again once that is erased. */
  readonly hasName: boolean;
}

/** The hashes that memories get in another project. The project is part of what is hashed. */
export function hashesIn(sql: Sql, project: string, ids: readonly string[]): HashedMemory[] {
  return sql
    .all<HashRow & DecisionRow>(
      `SELECT ${DECISION_COLUMNS}, m.type FROM memories m WHERE m.id IN (SELECT value FROM json_each(?))
         AND m.type <> 'context'`,
      JSON.stringify(ids),
    )
    .map((row) => {
      const stored = row.context_hash;
      const matches = hashOf(row) === stored;
      return {
        id: row.id,
        hash: matches ? (hashOf({ ...row, project }) ?? stored) : stored,
        hasName:
          row.type === "decision" && row.person !== null && decisionOf(row).hashVersion < WITHOUT_PEOPLE,
      };
    });
}

type HashRow = CheckpointRow & InsightRow & DecisionRow & { type: string };

function hashOf(row: HashRow): string | undefined {
  if (row.type === "checkpoint") return hashOfCheckpoint(row);
  if (row.type === "insight") return insightHash(insightOf(row));
  const decision = decisionOf(row);
  return contextHash(decision, decision.hashVersion);
}
