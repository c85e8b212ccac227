/** Changes the groups that skills are learned from: joins, recounts, replaces and rebuilds them. */

import { MIN_OUTCOMES } from "../../calibration/index.ts";
import type { OutcomeStatus } from "../../decisions/index.ts";
import type { Act } from "../../shared/actor.ts";
import { ALL_PROJECTS } from "../../shared/scope.ts";
import type { Row, Sql } from "../../store/file/connection.ts";
import { logWrite } from "../../store/log/change.ts";
import {
  isSameState,
  type RecordedOutcome,
  type SkillFacts,
  type SkillLife,
  type SkillRecord,
  type SkillState,
  skillHistory,
} from "../rules/skill.ts";
import type { Placement } from "../rules/skill-cluster.ts";
import type { RebuiltSkills } from "../rules/skill-store.ts";
import {
  COUNTED_HISTORY,
  countOutcomes,
  findSkillIn,
  groupIdOf,
  type SkillRow,
  saveFacts,
  saveTransition,
  settledDecisionsIn,
  skillOf,
} from "./skill-rows.ts";

type Judge = (facts: SkillFacts) => SkillLife;

export const subjectOf = ({ id, project }: SkillFacts) => ({ kind: "skill", id, project }) as const;

/**
 * The group that a decision stays in. Where it is alone and another group was chosen for it, it leaves, and stays in none.
 */
export function groupBesides(
  sql: Sql,
  decisionId: string,
  project: string,
  chosen: string,
  act: Act,
): string | undefined {
  const current = groupIdOf(sql, decisionId);
  if (current === undefined || current === chosen) return current;
  const known = findSkillIn(sql, project, current);
  const { members } = sql.get("SELECT count(*) AS members FROM skill_members WHERE skill = ?", current) as {
    members: number;
  };
  const elsewhere = findSkillIn(sql, ALL_PROJECTS, chosen);
  if (!known || members > 1 || (elsewhere && elsewhere.project !== project)) return current;
  sql.run("DELETE FROM skill_members WHERE decision_id = ?", decisionId);
  dissolve(sql, known, act);
  return undefined;
}

/** Groups may have grown since the placement was chosen. One that is a skill by now is not absorbed. */
export function joinGroup(
  sql: Sql,
  decisionId: string,
  project: string,
  { group, absorbs }: Placement,
): { readonly group: string; readonly absorbed: readonly string[] } | undefined {
  if (!ensureGroup(sql, project, group)) return undefined;
  const absorbed = absorbs.filter((id) => {
    const skill = findSkillIn(sql, project, id);
    return skill !== undefined && skill.tally.outcomes < MIN_OUTCOMES;
  });
  for (const id of absorbed) {
    sql.run("UPDATE skill_members SET skill = ? WHERE skill = ?", group, id);
    sql.run("DELETE FROM skills WHERE id = ?", id);
  }
  sql.run("INSERT INTO skill_members (decision_id, skill) VALUES (?, ?)", decisionId, group);
  return { group, absorbed };
}

/** Creates the group if it does not exist. Returns false if it belongs to another project. */
function ensureGroup(sql: Sql, project: string, id: string): boolean {
  const known = findSkillIn(sql, ALL_PROJECTS, id);
  if (!known) saveFacts(sql, countOutcomes(sql, id, project));
  return (known?.project ?? project) === project;
}

/** Counts a group again and records a transition if its state changed. Returns the state before. */
export function recount(sql: Sql, id: string, project: string, judge: Judge, act: Act) {
  const before = findSkillIn(sql, project, id)?.noted ?? { kind: "skill", stage: "forming" };
  const facts = countOutcomes(sql, id, project);
  saveFacts(sql, facts);
  const life = judge(facts);
  const changed = !isSameState(life, before);
  if (changed) noteTransition(sql, facts, before, life, act);
  return { facts, before, changed };
}

export function noteTransition(
  sql: Sql,
  facts: SkillFacts,
  from: SkillState,
  { kind, stage, because }: SkillLife,
  act: Act,
): void {
  const evidence = facts.latest.map(({ decisionId }) => decisionId);
  saveTransition(sql, facts.id, { at: act.at, from, to: { kind, stage }, because, evidence });
}

export function replaceSkillsIn(
  sql: Sql,
  project: string,
  groups: ReadonlyMap<string, readonly string[]>,
  judge: Judge,
  act: Act,
): boolean {
  const grouped = new Set([...groups.values()].flat());
  if (settledDecisionsIn(sql, project).some(({ id }) => !grouped.has(id))) return false;
  const known = sql.all<SkillRow>("SELECT * FROM skills WHERE project = ?", project).map(skillOf);
  sql.run("DELETE FROM skill_members WHERE skill IN (SELECT id FROM skills WHERE project = ?)", project);
  for (const [id, members] of groups) {
    const existing = members.filter((member) =>
      sql.get("SELECT 1 FROM memories WHERE id = ? AND project = ?", member, project),
    );
    if (existing.length === 0 || !ensureGroup(sql, project, id)) continue;
    for (const member of existing)
      sql.run("INSERT INTO skill_members (decision_id, skill) VALUES (?, ?)", member, id);
    const { facts, changed } = recount(sql, id, project, judge, act);
    if (changed) logWrite(sql, act, "skill.changed", subjectOf(facts));
  }
  for (const skill of known.filter(({ id }) => !groups.has(id))) dissolve(sql, skill, act);
  logWrite(sql, act, "skill.learned", { kind: "skill", id: project, project }, { groups: groups.size });
  return true;
}

/** Deletes a group that never was a skill. Any other is retired and keeps its history. */
function dissolve(sql: Sql, skill: SkillRecord, act: Act): void {
  if (skill.generatedAt === undefined) {
    sql.run("DELETE FROM skills WHERE id = ?", skill.id);
    return;
  }
  saveFacts(sql, countOutcomes(sql, skill.id, skill.project));
  if (skill.noted.stage === "retired") return;
  const retired = {
    kind: skill.noted.kind,
    stage: "retired",
    because: "Its decisions were grouped anew.",
  } as const;
  noteTransition(sql, skill, skill.noted, retired, act);
  logWrite(sql, act, "skill.changed", subjectOf(skill), { kind: retired.kind, stage: retired.stage });
}

export function rebuildSkillsIn(
  sql: Sql,
  project: string,
  groups: ReadonlyMap<string, readonly string[]>,
  judge: (facts: SkillFacts, at: Date) => SkillLife,
  act: Act,
): RebuiltSkills | undefined {
  const settled = new Set(settledDecisionsIn(sql, project).map(({ id }) => id));
  const grouped = [...groups.values()].flat();
  if (grouped.length !== settled.size || grouped.some((id) => !settled.has(id))) return undefined;
  const before = storedSkills(sql, project);
  removeMembersAndHistories(sql, project);
  const reviews = sql.column<number>(
    "SELECT at FROM outcomes WHERE project = ? AND withdrawn IS NULL ORDER BY at",
    project,
  );
  for (const [id, members] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
    saveGroup(sql, id, project, members);
    const outcomes = outcomesOf(sql, id);
    for (const transition of skillHistory({ id, project, outcomes, reviews }, judge))
      saveTransition(sql, id, transition);
  }
  const ids = JSON.stringify([...groups.keys()]);
  // A group that still exists keeps its row, because the sessions that were exposed to it would go with it.
  sql.run(
    "DELETE FROM skills WHERE project = ? AND id NOT IN (SELECT value FROM json_each(?))",
    project,
    ids,
  );
  const after = storedSkills(sql, project);
  const differing = (part: keyof StoredSkill): string[] =>
    [...new Set([...before.keys(), ...after.keys()])].filter(
      (id) => before.get(id)?.[part] !== after.get(id)?.[part],
    );
  const mended = differing("content").length;
  if (mended > 0 || differing("times").length > 0)
    logWrite(sql, act, "skill.learned", { kind: "skill", id: project, project }, { groups: groups.size });
  return { rows: after.size, mended };
}

/** Also those that belong to no decision or no skill. */
function removeMembersAndHistories(sql: Sql, project: string): void {
  sql.run(
    `DELETE FROM skill_members WHERE skill IN (SELECT id FROM skills WHERE project = ?1)
       OR decision_id IN (SELECT decision_id FROM skill_members LEFT JOIN memories ON id = decision_id
         WHERE id IS NULL OR project = ?1)`,
    project,
  );
  sql.run(
    `DELETE FROM skill_transitions WHERE skill IN (SELECT id FROM skills WHERE project = ?)
       OR skill NOT IN (SELECT id FROM skills)`,
    project,
  );
}

/** The group at its beginning, with the counts of its end. */
function saveGroup(sql: Sql, id: string, project: string, members: readonly string[]): void {
  saveFacts(sql, countOutcomes(sql, id, project));
  for (const member of members)
    sql.run("INSERT INTO skill_members (decision_id, skill) VALUES (?, ?)", member, id);
  saveFacts(sql, countOutcomes(sql, id, project));
  sql.run(
    "UPDATE skills SET project = ?, kind = 'skill', stage = 'forming', generated_at = NULL WHERE id = ?",
    project,
    id,
  );
}

function outcomesOf(sql: Sql, group: string): RecordedOutcome[] {
  return sql
    .all<{
      id: string;
      decision_id: string;
      status: OutcomeStatus;
      score: number;
      at: number;
      domain: string;
    }>(
      `SELECT o.id, m.id AS decision_id, o.status, o.score, o.at, o.domain
       FROM skill_members s JOIN memories m ON m.id = s.decision_id ${COUNTED_HISTORY} WHERE s.skill = ?`,
      group,
    )
    .map((row) => ({
      id: row.id,
      decisionId: row.decision_id,
      status: row.status,
      score: row.score,
      at: new Date(row.at),
      domain: row.domain,
    }));
}

interface StoredSkill {
  /** Its decisions, counts and stage. */
  readonly content: string;
  /** When it became what it is. A skill that was learned live has the time of the reply, not that of the outcome. */
  readonly times: string;
}

function storedSkills(sql: Sql, project: string): ReadonlyMap<string, StoredSkill> {
  const rows = sql.all(
    `SELECT s.id, json_array(s.domain, s.outcomes, round(s.score, 9), s.kind, s.stage, s.body,
         (SELECT json_group_array(decision_id) FROM (SELECT decision_id FROM skill_members WHERE skill = s.id
           ORDER BY decision_id))) AS content,
       json_array(s.generated_at, (SELECT json_group_array(json_array(at, body)) FROM
         (SELECT at, body FROM skill_transitions WHERE skill = s.id ORDER BY seq))) AS times
     FROM skills s WHERE s.project = ?`,
    project,
  );
  return new Map(rows.map((row: Row) => [row["id"] as string, row as unknown as StoredSkill]));
}
