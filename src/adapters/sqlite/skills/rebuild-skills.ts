import type { OutcomeStatus } from "../../../domain/decisions/outcome.ts";
import type { Act } from "../../../domain/shared/act.ts";
import type { SkillFacts } from "../../../domain/skills/skill.ts";
import { type RecordedOutcome, skillHistory } from "../../../domain/skills/skill-history.ts";
import type { SkillLife } from "../../../domain/skills/skill-life.ts";
import type { RebuiltSkills } from "../../../domain/skills/skill-store.ts";
import { logWrite } from "../log/change.ts";
import type { Row, Sql } from "../shared/connection.ts";
import { COUNTED_HISTORY, settledDecisions } from "./settled-decisions.ts";
import { countOutcomes, saveFacts, saveTransition } from "./skill-rows.ts";

export function rebuildSkills(
  sql: Sql,
  project: string,
  groups: ReadonlyMap<string, readonly string[]>,
  judge: (facts: SkillFacts, at: Date) => SkillLife,
  act: Act,
): RebuiltSkills | undefined {
  const settled = new Set(settledDecisions(sql, project).map(({ id }) => id));
  const grouped = [...groups.values()].flat();
  if (grouped.length !== settled.size || grouped.some((id) => !settled.has(id))) return undefined;
  const before = storedSkills(sql, project);
  removeMembersAndHistories(sql, project);
  const reviews = sql
    .all("SELECT at FROM outcomes WHERE project = ? AND withdrawn IS NULL ORDER BY at", project)
    .map((row) => row["at"] as number);
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
    .all(
      `SELECT o.id, m.id AS decision_id, o.status, o.score, o.at, o.domain
       FROM skill_members s JOIN memories m ON m.id = s.decision_id ${COUNTED_HISTORY} WHERE s.skill = ?`,
      group,
    )
    .map((row) => ({
      id: row["id"] as string,
      decisionId: row["decision_id"] as string,
      status: row["status"] as OutcomeStatus,
      score: row["score"] as number,
      at: new Date(row["at"] as number),
      domain: row["domain"] as string,
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
