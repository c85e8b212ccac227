import { MIN_OUTCOMES } from "../../calibration/index.ts";
import type { Act } from "../../shared/actor.ts";
import type { Scope } from "../../shared/scope.ts";
import { allOf, ofScope, ofScopeAndDomain } from "../../store/file/conditions.ts";
import type { Connection, Sql } from "../../store/file/connection.ts";
import { logWrite } from "../../store/log/change.ts";
import {
  isSameState,
  type SkillFacts,
  type SkillLife,
  type SkillRecord,
  type SkillTransition,
} from "../rules/skill.ts";
import { type NearGroup, nearGroups, type Placement, type SettledDecision } from "../rules/skill-cluster.ts";
import type { GroupedDecision, ReplacedFailure } from "../rules/skill-naming.ts";
import type { AloneDecision, LearnedSkill, RebuiltSkills } from "../rules/skill-store.ts";
import type { SkillExposure, TrialSums } from "../rules/skill-trial.ts";
import {
  groupBesides,
  joinGroup,
  noteTransition,
  rebuildSkillsIn,
  recount,
  replaceSkillsIn,
  subjectOf,
} from "./skill-groups.ts";
import {
  aloneAmongIn,
  findSkillIn,
  groupedColumns,
  groupedDecisionOf,
  groupIdOf,
  replacedFailuresIn,
  type SkillRow,
  settledDecisionsIn,
  skillOf,
  type TransitionRow,
  transitionOf,
} from "./skill-rows.ts";

/** The group a decision belongs to. */
export function skillOfDecision(
  memory: Connection,
  scope: Scope,
  decisionId: string,
): Promise<SkillRecord | undefined> {
  return memory.read((sql) => {
    const id = groupIdOf(sql, decisionId);
    return id === undefined ? undefined : findSkillIn(sql, scope, id);
  });
}

/** The groups that these decisions belong to. The map gives the relevance of each decision by its id. */
export function groupsNear(
  memory: Connection,
  scope: Scope,
  relevant: ReadonlyMap<string, number>,
): Promise<readonly NearGroup[]> {
  return memory.read((sql) => {
    const sizeOf = (group: string): number => findSkillIn(sql, scope, group)?.tally.outcomes ?? 0;
    return nearGroups(relevant, groupsOf(sql, scope, [...relevant.keys()]), sizeOf);
  });
}

/**
 * Adds a decision to a group, unless it already is in one with others, and recounts the group. A group of its own that
 * it leaves is removed, or retired if it ever was a skill. Does nothing if the decision was erased meanwhile, is a draft
 * or has no outcome, or if the group belongs to another project.
 */
export function learnSkill(
  memory: Connection,
  scope: Scope,
  decisionId: string,
  placement: Placement,
  judge: (facts: SkillFacts) => SkillLife,
  act: Act,
): Promise<LearnedSkill | undefined> {
  return memory.write((sql) => {
    const inScope = allOf(ofScope(scope, "+project"));
    const row = sql.get<{ project: string }>(
      `SELECT project FROM memories WHERE id = ? AND standing <> 'draft' AND outcome IS NOT NULL AND ${inScope.sql}`,
      decisionId,
      ...inScope.values,
    );
    if (!row) return undefined;
    const project = row.project;
    const current = groupBesides(sql, decisionId, project, placement.group, act);
    const joined = current === undefined ? joinGroup(sql, decisionId, project, placement) : undefined;
    const group = current ?? joined?.group;
    if (group === undefined) return undefined;
    const { facts, before, changed } = recount(sql, group, project, judge, act);
    const action = changed ? "skill.changed" : "skill.learned";
    const { kind, stage } = findSkillIn(sql, project, group)?.noted ?? before;
    logWrite(sql, act, action, subjectOf(facts), { kind, stage }, [decisionId, ...(joined?.absorbed ?? [])]);
    return { skill: findSkillIn(sql, project, group) as SkillRecord, before };
  });
}

/** Records transitions that need no write, such as ageing, and returns the skills that changed. */
export function storeSkillReviews(
  memory: Connection,
  project: string,
  judge: (facts: SkillFacts) => SkillLife,
  act: Act,
): Promise<readonly LearnedSkill[]> {
  return memory.write((sql) =>
    sql
      .all<SkillRow>(
        "SELECT * FROM skills WHERE project = ? AND (outcomes >= ? OR stage <> 'forming') AND outcomes > 0",
        project,
        MIN_OUTCOMES,
      )
      .map(skillOf)
      .flatMap((skill) => {
        const life = judge(skill);
        if (isSameState(life, skill.noted)) return [];
        noteTransition(sql, skill, skill.noted, life, act);
        logWrite(sql, act, "skill.changed", subjectOf(skill), { kind: life.kind, stage: life.stage });
        return [{ skill: findSkillIn(sql, project, skill.id) as SkillRecord, before: skill.noted }];
      }),
  );
}

/** All decisions of a project that have an outcome, except drafts. */
export function settledDecisions(memory: Connection, project: string): Promise<readonly SettledDecision[]> {
  return memory.read((sql) => settledDecisionsIn(sql, project));
}

/**
 * Replaces all groups of a project. A group that is left without decisions is retired. Does nothing and returns false
 * if a settled decision is in none of the groups, because its outcome came in meanwhile.
 */
export function replaceSkills(
  memory: Connection,
  project: string,
  groups: ReadonlyMap<string, readonly string[]>,
  judge: (facts: SkillFacts) => SkillLife,
  act: Act,
): Promise<boolean> {
  return memory.write((sql) => replaceSkillsIn(sql, project, groups, judge, act));
}

/**
 * Those of these decisions that have an outcome and are in no group, or in one of their own, in the order of their first
 * outcomes.
 */
export function aloneAmong(
  memory: Connection,
  decisionIds: readonly string[],
): Promise<readonly AloneDecision[]> {
  return memory.read((sql) => aloneAmongIn(sql, decisionIds));
}

/** All projects that have outcomes or skills. */
export function projectsWithSkills(memory: Connection): Promise<readonly string[]> {
  return memory.read((sql) =>
    sql.column<string>("SELECT project FROM outcomes UNION SELECT project FROM skills ORDER BY project"),
  );
}

/**
 * Rebuilds the skills of a project from its outcomes, with their history, as `skillHistory` tells it. What was
 * exposed to a skill that still exists is kept. Does nothing and returns undefined if the settled decisions are not the
 * grouped ones any more.
 */
export function rebuildSkills(
  memory: Connection,
  project: string,
  groups: ReadonlyMap<string, readonly string[]>,
  judge: (facts: SkillFacts, at: Date) => SkillLife,
  act: Act,
): Promise<RebuiltSkills | undefined> {
  return memory.write((sql) => rebuildSkillsIn(sql, project, groups, judge, act));
}

export function findSkill(memory: Connection, scope: Scope, id: string): Promise<SkillRecord | undefined> {
  return memory.read((sql) => findSkillIn(sql, scope, id));
}

/** Groups with enough outcomes to be a skill, of every stage, sorted by id. */
export function listSkills(
  memory: Connection,
  scope: Scope,
  domain?: string,
): Promise<readonly SkillRecord[]> {
  return memory.read((sql) => {
    const inScope = ofScopeAndDomain(scope, domain);
    return sql
      .all<SkillRow>(
        `SELECT * FROM skills WHERE ${inScope.sql} AND outcomes >= ? ORDER BY id`,
        ...inScope.values,
        MIN_OUTCOMES,
      )
      .map(skillOf);
  });
}

/** The number of outcomes of the largest group that is still too small to be a skill. */
export function largestForming(memory: Connection, scope: Scope, domain?: string): Promise<number> {
  return memory.read((sql) => {
    const inScope = ofScopeAndDomain(scope, domain);
    const row = sql.one<{ most: number }>(
      `SELECT coalesce(max(outcomes), 0) AS most FROM skills WHERE ${inScope.sql} AND outcomes < ?`,
      ...inScope.values,
      MIN_OUTCOMES,
    );
    return row.most;
  });
}

/** The decisions of a group with their outcomes, newest outcome first. */
export function decisionsOfSkill(
  memory: Connection,
  scope: Scope,
  id: string,
  limit: number,
): Promise<readonly GroupedDecision[]> {
  return memory.read((sql) => {
    const inScope = allOf(ofScope(scope, "+m.project"));
    return sql
      .all(
        `SELECT ${groupedColumns("m", "o")}
             FROM skill_members s JOIN memories m ON m.id = s.decision_id JOIN outcomes o ON o.id = m.outcome_id
             WHERE s.skill = ? AND ${inScope.sql} ORDER BY m.outcome_at DESC, m.id DESC LIMIT ?`,
        id,
        ...inScope.values,
        limit,
      )
      .map((row) => groupedDecisionOf(row));
  });
}

/** Active decisions that succeeded after they had replaced one that failed, newest success first. */
export function replacedFailures(
  memory: Connection,
  scope: Scope,
  limit: number,
  domain?: string,
): Promise<readonly ReplacedFailure[]> {
  return memory.read((sql) => replacedFailuresIn(sql, scope, limit, domain));
}

/** Oldest first. */
export function transitionsOf(
  memory: Connection,
  scope: Scope,
  id: string,
): Promise<readonly SkillTransition[]> {
  return memory.read((sql) => {
    const inScope = allOf(ofScope(scope, "s.project"));
    return sql
      .all<TransitionRow>(
        `SELECT t.at, t.body FROM skill_transitions t JOIN skills s ON s.id = t.skill
             WHERE t.skill = ? AND ${inScope.sql} ORDER BY t.seq`,
        id,
        ...inScope.values,
      )
      .map(transitionOf);
  });
}

function groupsOf(sql: Sql, scope: Scope, decisionIds: readonly string[]): ReadonlyMap<string, string> {
  const inScope = allOf(ofScope(scope, "+s.project"));
  const rows = sql.all<{ decision_id: string; skill: string }>(
    `SELECT m.decision_id, m.skill FROM skill_members m JOIN skills s ON s.id = m.skill
     WHERE m.decision_id IN (SELECT value FROM json_each(?)) AND ${inScope.sql}`,
    JSON.stringify(decisionIds),
    ...inScope.values,
  );
  return new Map(rows.map((row) => [row.decision_id, row.skill]));
}

/** Sums the outcomes of decisions that were captured in a session after it was exposed to the skill. */
export function trialOf(memory: Connection, scope: Scope, id: string): Promise<TrialSums> {
  return memory.read((sql) => {
    const inScope = allOf(ofScope(scope, "+m.project"));
    const rows = sql.all<{ shown: number; outcomes: number; score: number }>(
      `SELECT e.shown, count(*) AS outcomes, sum(m.outcome_score) AS score
           FROM skill_exposures e JOIN memories m ON m.session = e.session AND m.created_at >= e.at
             JOIN skill_members s ON s.decision_id = m.id AND s.skill = e.skill
           WHERE e.skill = ? AND ${inScope.sql} GROUP BY e.shown`,
      id,
      ...inScope.values,
    );
    const sums = (shown: 0 | 1) => {
      const row = rows.find((candidate) => candidate.shown === shown);
      return {
        outcomes: row?.outcomes ?? 0,
        score: row?.score ?? 0,
      };
    };
    return { shown: sums(1), withheld: sums(0) };
  });
}

/** Call it in the transaction of the observations. A skill may be gone since it was shown. */
export function exposeSkills(sql: Sql, exposures: readonly SkillExposure[]): void {
  for (const { project, skill, session, shown, at } of exposures) {
    if (!findSkillIn(sql, project, skill)) continue;
    sql.run(
      "INSERT INTO skill_exposures (skill, session, shown, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
      skill,
      session,
      shown ? 1 : 0,
      at.getTime(),
    );
  }
}
