import { MIN_OUTCOMES } from "../../../domain/calibration/calibration.ts";
import type { Act } from "../../../domain/shared/act.ts";
import { ALL_PROJECTS } from "../../../domain/shared/scope.ts";
import {
  isSameState,
  type SkillFacts,
  type SkillRecord,
  type SkillState,
} from "../../../domain/skills/skill.ts";
import type { Placement } from "../../../domain/skills/skill-cluster.ts";
import type { SkillLife } from "../../../domain/skills/skill-life.ts";
import { logWrite } from "../log/change.ts";
import type { Sql } from "../shared/connection.ts";
import { settledDecisions } from "./settled-decisions.ts";
import { countOutcomes, findSkill, groupIdOf, saveFacts, saveTransition, skillOf } from "./skill-rows.ts";

export type Judge = (facts: SkillFacts) => SkillLife;

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
  const known = findSkill(sql, project, current);
  const { members } = sql.get("SELECT count(*) AS members FROM skill_members WHERE skill = ?", current) as {
    members: number;
  };
  const elsewhere = findSkill(sql, ALL_PROJECTS, chosen);
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
    const skill = findSkill(sql, project, id);
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
  const known = findSkill(sql, ALL_PROJECTS, id);
  if (!known) saveFacts(sql, countOutcomes(sql, id, project));
  return (known?.project ?? project) === project;
}

/** Counts a group again and records a transition if its state changed. Returns the state before. */
export function recount(sql: Sql, id: string, project: string, judge: Judge, act: Act) {
  const before = findSkill(sql, project, id)?.noted ?? { kind: "skill", stage: "forming" };
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

export function replaceSkills(
  sql: Sql,
  project: string,
  groups: ReadonlyMap<string, readonly string[]>,
  judge: Judge,
  act: Act,
): boolean {
  const grouped = new Set([...groups.values()].flat());
  if (settledDecisions(sql, project).some(({ id }) => !grouped.has(id))) return false;
  const known = sql.all("SELECT * FROM skills WHERE project = ?", project).map(skillOf);
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
