import { MIN_OUTCOMES } from "../../calibration/index.ts";
import type { Scope } from "../../shared/scope.ts";
import { allOf, ofScope, ofScopeAndDomain } from "../../store/file/conditions.ts";
import type { Connection, Row, Sql } from "../../store/file/connection.ts";
import { logWrite } from "../../store/log/change.ts";
import { isSameState, type SkillRecord } from "../rules/skill.ts";
import { nearGroups } from "../rules/skill-cluster.ts";
import type { SkillStore } from "../rules/skill-store.ts";
import type { SkillExposure } from "../rules/skill-trial.ts";
import {
  groupBesides,
  joinGroup,
  noteTransition,
  rebuildSkills,
  recount,
  replaceSkills,
  subjectOf,
} from "./skill-groups.ts";
import {
  aloneAmong,
  findSkill,
  groupedColumns,
  groupedDecisionOf,
  groupIdOf,
  replacedFailures,
  settledDecisions,
  skillOf,
  transitionOf,
} from "./skill-rows.ts";

export function sqliteSkills(connection: Connection): SkillStore {
  return {
    skillOf: (scope, decisionId) =>
      connection.read((sql) => {
        const id = groupIdOf(sql, decisionId);
        return id === undefined ? undefined : findSkill(sql, scope, id);
      }),

    nearGroups: (scope, relevant) =>
      connection.read((sql) => {
        const sizeOf = (group: string): number => findSkill(sql, scope, group)?.tally.outcomes ?? 0;
        return nearGroups(relevant, groupsOf(sql, scope, [...relevant.keys()]), sizeOf);
      }),

    learnSkill: (scope, decisionId, placement, judge, act) =>
      connection.write((sql) => {
        const inScope = allOf(ofScope(scope, "+project"));
        const row = sql.get(
          `SELECT project FROM memories WHERE id = ? AND standing <> 'draft' AND outcome IS NOT NULL AND ${inScope.sql}`,
          decisionId,
          ...inScope.values,
        );
        if (!row) return undefined;
        const project = row["project"] as string;
        const current = groupBesides(sql, decisionId, project, placement.group, act);
        const joined = current === undefined ? joinGroup(sql, decisionId, project, placement) : undefined;
        const group = current ?? joined?.group;
        if (group === undefined) return undefined;
        const { facts, before, changed } = recount(sql, group, project, judge, act);
        const action = changed ? "skill.changed" : "skill.learned";
        const { kind, stage } = findSkill(sql, project, group)?.noted ?? before;
        logWrite(sql, act, action, subjectOf(facts), { kind, stage }, [
          decisionId,
          ...(joined?.absorbed ?? []),
        ]);
        return { skill: findSkill(sql, project, group) as SkillRecord, before };
      }),

    reviewSkills: (project, judge, act) =>
      connection.write((sql) =>
        sql
          .all(
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
            return [{ skill: findSkill(sql, project, skill.id) as SkillRecord, before: skill.noted }];
          }),
      ),

    settledDecisions: (project) => connection.read((sql) => settledDecisions(sql, project)),

    replaceSkills: (project, groups, judge, act) =>
      connection.write((sql) => replaceSkills(sql, project, groups, judge, act)),

    aloneAmong: (decisionIds) => connection.read((sql) => aloneAmong(sql, decisionIds)),

    projectsWithSkills: () =>
      connection.read((sql) =>
        sql
          .all("SELECT project FROM outcomes UNION SELECT project FROM skills ORDER BY project")
          .map((row) => row["project"] as string),
      ),

    rebuildSkills: (project, groups, judge, act) =>
      connection.write((sql) => rebuildSkills(sql, project, groups, judge, act)),

    findSkill: (scope, id) => connection.read((sql) => findSkill(sql, scope, id)),

    listSkills: (scope, domain) =>
      connection.read((sql) => {
        const inScope = ofScopeAndDomain(scope, domain);
        return sql
          .all(
            `SELECT * FROM skills WHERE ${inScope.sql} AND outcomes >= ? ORDER BY id`,
            ...inScope.values,
            MIN_OUTCOMES,
          )
          .map(skillOf);
      }),

    largestForming: (scope, domain) =>
      connection.read((sql) => {
        const inScope = ofScopeAndDomain(scope, domain);
        const row = sql.get(
          `SELECT coalesce(max(outcomes), 0) AS most FROM skills WHERE ${inScope.sql} AND outcomes < ?`,
          ...inScope.values,
          MIN_OUTCOMES,
        ) as Row;
        return row["most"] as number;
      }),

    decisionsOfSkill: (scope, id, limit) =>
      connection.read((sql) => {
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
      }),

    replacedFailures: (scope, limit, domain) =>
      connection.read((sql) => replacedFailures(sql, scope, limit, domain)),

    transitionsOf: (scope, id) =>
      connection.read((sql) => {
        const inScope = allOf(ofScope(scope, "s.project"));
        return sql
          .all(
            `SELECT t.at, t.body FROM skill_transitions t JOIN skills s ON s.id = t.skill
             WHERE t.skill = ? AND ${inScope.sql} ORDER BY t.seq`,
            id,
            ...inScope.values,
          )
          .map(transitionOf);
      }),

    ...sqliteSkillTrials(connection),
  };
}

function groupsOf(sql: Sql, scope: Scope, decisionIds: readonly string[]): ReadonlyMap<string, string> {
  const inScope = allOf(ofScope(scope, "+s.project"));
  const rows = sql.all(
    `SELECT m.decision_id, m.skill FROM skill_members m JOIN skills s ON s.id = m.skill
     WHERE m.decision_id IN (SELECT value FROM json_each(?)) AND ${inScope.sql}`,
    JSON.stringify(decisionIds),
    ...inScope.values,
  );
  return new Map(rows.map((row) => [row["decision_id"] as string, row["skill"] as string]));
}

function sqliteSkillTrials(connection: Connection): Pick<SkillStore, "trialOf"> {
  return {
    trialOf: (scope, id) =>
      connection.read((sql) => {
        const inScope = allOf(ofScope(scope, "+m.project"));
        const rows = sql.all(
          `SELECT e.shown, count(*) AS outcomes, sum(m.outcome_score) AS score
           FROM skill_exposures e JOIN memories m ON m.session = e.session AND m.created_at >= e.at
             JOIN skill_members s ON s.decision_id = m.id AND s.skill = e.skill
           WHERE e.skill = ? AND ${inScope.sql} GROUP BY e.shown`,
          id,
          ...inScope.values,
        );
        const sums = (shown: 0 | 1) => {
          const row = rows.find((candidate) => candidate["shown"] === shown);
          return {
            outcomes: (row?.["outcomes"] as number | undefined) ?? 0,
            score: (row?.["score"] as number | undefined) ?? 0,
          };
        };
        return { shown: sums(1), withheld: sums(0) };
      }),
  };
}

/** Call it in the transaction of the observations. A skill may be gone since it was shown. */
export function exposeSkills(sql: Sql, exposures: readonly SkillExposure[]): void {
  for (const { project, skill, session, shown, at } of exposures) {
    if (!findSkill(sql, project, skill)) continue;
    sql.run(
      "INSERT INTO skill_exposures (skill, session, shown, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
      skill,
      session,
      shown ? 1 : 0,
      at.getTime(),
    );
  }
}
