import type { SkillStore } from "../../../domain/skills/skill-store.ts";
import type { SkillExposure } from "../../../domain/skills/skill-trial.ts";
import { allOf, ofScope } from "../shared/conditions.ts";
import type { Connection, Sql } from "../shared/connection.ts";
import { findSkill } from "./skill-rows.ts";

export function sqliteSkillTrials(connection: Connection): Pick<SkillStore, "trialOf"> {
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
