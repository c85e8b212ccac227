import { DEFAULT_PROJECT, type Place } from "../../access/index.ts";
import type { Act } from "../../shared/actor.ts";
import type { Connection, Sql } from "../../store/file/connection.ts";
import type { SqlValue } from "../../store/file/driver.ts";
import {
  answerNameChange,
  type FollowFacts,
  type NameChange,
  type NameFollowed,
  type OtherName,
} from "../rules/project-store.ts";
import { type CountsRow, countsIn, countsOf, someOfProject, wholeProject } from "./project-moved.ts";
import { writeMove } from "./projects.ts";

/** Enough to choose from. */
const MOST_OTHER_NAMES = 5;

/** The name that the project of a directory had when something was last written from there. */
export function lastNameAt(memory: Connection, place: Place): Promise<string | undefined> {
  return memory.read((sql) => lastNameAtIn(sql, place));
}

/** The directories whose project has this name, except for one. */
export function placesNamed(
  memory: Connection,
  project: string,
  except: Place,
): Promise<readonly Place["id"][]> {
  return memory.read((sql) => placesNamedIn(sql, project, except));
}

/** Notes that the project of a directory has this name. */
export async function notePlace(
  memory: Connection,
  place: Place,
  project: string,
  rootCommit: string | undefined,
  at: Date,
): Promise<void> {
  if (memory.readOnlyBecause !== undefined) return;
  return memory.write((sql) => notePlaceIn(sql, place, project, at, rootCommit));
}

/**
 * Moves the memory of a directory along, if the directory alone began it, and notes the new name. Undefined if there is
 * nothing to move.
 */
export async function followName(
  memory: Connection,
  place: Place,
  now: string,
  given: FollowFacts,
  act: Act,
): Promise<NameFollowed | undefined> {
  const mayWrite = given.mayWrite && memory.readOnlyBecause === undefined;
  // Most answers need no lock.
  const found = await memory.read((sql) => followNameIn(sql, place, now, { ...given, mayWrite }));
  if (found?.did !== "moved") return found;
  return memory.write((sql) => followNameIn(sql, place, now, given, act));
}

/** Other projects in which the memory of a directory may be, with the most decisions first. */
export function readOtherNames(
  memory: Connection,
  project: string,
  place: Place,
  rootCommit: string | undefined,
): Promise<readonly OtherName[]> {
  return memory.read((sql): OtherName[] => {
    const at = atPlace(place);
    const rows = sql.all<{ project: string | null; because: OtherName["because"] }>(
      `SELECT project, 'same-directory' AS because FROM project_places WHERE ${at.sql} AND project <> '${DEFAULT_PROJECT}'
     UNION ALL SELECT project, 'same-first-commit' FROM project_places WHERE root_commit = ?
     UNION ALL SELECT 'commit/' || substr(?, 1, 12), 'same-first-commit'`,
      ...at.values,
      rootCommit ?? null,
      rootCommit ?? null,
    );
    const found = new Map<string, OtherName>();
    for (const row of rows) {
      const name = row.project;
      if (name === null || name === project || found.has(name)) continue;
      const counts = countsIn(sql, name);
      if (counts.decisions + counts.others > 0)
        found.set(name, { project: name, ...counts, because: row.because });
    }
    return [...found.values()].sort((a, b) => b.decisions - a.decisions).slice(0, MOST_OTHER_NAMES);
  });
}

/** The git directory, and the folders below its top from before there was one. */
function atPlace({ id, root }: Place): { readonly sql: string; readonly values: readonly SqlValue[] } {
  if (root === undefined) return { sql: "(place = ?)", values: [id] };
  const below = `folder:${root.endsWith("/") ? root : `${root}/`}`;
  return {
    sql: "(place = ? OR place = ? OR substr(place, 1, ?) = ?)",
    values: [id, `folder:${root}`, below.length, below],
  };
}

function lastNameAtIn(sql: Sql, place: Place): string | undefined {
  const at = atPlace(place);
  return sql.value<string | undefined>(
    `SELECT project FROM project_places WHERE ${at.sql} ORDER BY at DESC, place = ? DESC LIMIT 1`,
    ...at.values,
    place.id,
  );
}

/** Those whose last name it is. */
function placesNamedIn(sql: Sql, project: string, except: Place): Place["id"][] {
  const at = atPlace(except);
  return sql.column<Place["id"]>(
    `SELECT place FROM project_places p WHERE project = ? AND NOT ${at.sql}
         AND at = (SELECT max(at) FROM project_places WHERE place = p.place)`,
    project,
    ...at.values,
  );
}

function notePlaceIn(
  sql: Sql,
  place: Place,
  project: string,
  at: Date,
  rootCommit: string | undefined,
): void {
  sql.run(
    `INSERT INTO project_places (place, project, root_commit, began, at)
     VALUES (?1, ?2, ?3, NOT EXISTS (SELECT 1 FROM memories WHERE project = ?2 AND type <> 'context'),
       max(?4, coalesce((SELECT max(at) + 1 FROM project_places WHERE place = ?1), 0)))
     ON CONFLICT DO UPDATE SET at = excluded.at, root_commit = coalesce(excluded.root_commit, root_commit)`,
    place.id,
    project,
    rootCommit ?? null,
    at.getTime(),
  );
}

/** Without an act it only says what it would do. */
function followNameIn(
  sql: Sql,
  place: Place,
  now: string,
  given: FollowFacts,
  act?: Act,
): NameFollowed | undefined {
  const before = lastNameAtIn(sql, place);
  if (before === undefined || before === now) return undefined;
  const own = before === DEFAULT_PROJECT ? writtenAt(sql, place) : [];
  const facts = factsOf(sql, place, { before, now }, given, own);
  const answer = answerNameChange(facts);
  if (answer.does === "nothing") return undefined;
  if (answer.does === "offer") {
    const { because } = answer;
    return { did: "offered", because, before, now, ...countsIn(sql, before), there: facts.there };
  }
  const all = answer.which === "all";
  const moved = all ? wholeProject(sql, before, now) : someOfProject(sql, before, now, own);
  const counts = countsAmong(sql, moved.memories);
  if (act) {
    // First, so that it is known who began the new name.
    notePlaceIn(sql, place, now, act.at, given.rootCommit);
    writeMove(sql, moved, act);
  }
  const regrouped = !all || facts.there > 0;
  return { did: "moved", before, now, ...counts, regrouped, left: all ? 0 : facts.unknown };
}

function factsOf(
  sql: Sql,
  place: Place,
  { before, now }: Pick<NameChange, "before" | "now">,
  { mayWrite, gone }: FollowFacts,
  own: readonly string[],
): NameChange {
  const count = (project: string): number => {
    const { decisions, others } = countsIn(sql, project);
    return decisions + others;
  };
  const at = atPlace(place);
  const began = sql.get(
    `SELECT 1 FROM project_places WHERE project = ? AND began = 1 AND ${at.sql}`,
    now,
    ...at.values,
  );
  const ids = JSON.stringify(own);
  const joined = sql.get(
    `SELECT 1 FROM links WHERE (from_id IN (SELECT value FROM json_each(?1)))
       <> (to_id IN (SELECT value FROM json_each(?1))) LIMIT 1`,
    ids,
  );
  return {
    before,
    now,
    others: placesNamedIn(sql, before, place).filter((id) => !gone.includes(id)).length,
    waiting: count(before),
    own: own.length,
    unknown: before === DEFAULT_PROJECT ? count(before) - written(sql, "TRUE", []).length : 0,
    ownAreJoined: joined !== undefined,
    there: count(now),
    begunHere: began !== undefined && placesNamedIn(sql, now, place).every((id) => gone.includes(id)),
    mayWrite,
  };
}

/** The memories of the default project that were written from a directory. */
function writtenAt(sql: Sql, place: Place): string[] {
  const at = atPlace(place);
  return written(sql, at.sql, at.values);
}

function written(sql: Sql, where: string, values: readonly SqlValue[]): string[] {
  return sql.column<string>(
    `SELECT DISTINCT m.id FROM change_places p JOIN audit a ON a.seq = p.change
         JOIN change_refs r ON r.change = a.seq JOIN memories m ON m.id = r.record
       WHERE a.action IN ('decision.captured', 'checkpoint.saved', 'insight.saved', 'import.continued')
         AND m.project = '${DEFAULT_PROJECT}' AND m.type <> 'context' AND ${where} ORDER BY m.id`,
    ...values,
  );
}

function countsAmong(sql: Sql, ids: readonly string[]) {
  return countsOf(
    sql.one<CountsRow>(
      `SELECT count(*) FILTER (WHERE type = 'decision') AS decisions,
         count(*) FILTER (WHERE type <> 'decision') AS others
       FROM memories WHERE id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(ids),
    ),
  );
}
