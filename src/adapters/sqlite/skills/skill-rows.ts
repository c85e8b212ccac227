import type { OutcomeStatus } from "../../../domain/decisions/outcome.ts";
import type { Scope } from "../../../domain/shared/scope.ts";
import {
  factsOf,
  type GroupOutcome,
  type SkillFacts,
  type SkillKind,
  type SkillRecord,
  type SkillStage,
  type SkillTransition,
} from "../../../domain/skills/skill.ts";
import { allOf, ofScope } from "../shared/conditions.ts";
import type { Row, Sql } from "../shared/connection.ts";

const SCHEMA_VERSION = 1;

export function groupIdOf(sql: Sql, decisionId: string): string | undefined {
  return sql.get("SELECT skill FROM skill_members WHERE decision_id = ?", decisionId)?.["skill"] as
    | string
    | undefined;
}

export function findSkill(sql: Sql, scope: Scope, id: string): SkillRecord | undefined {
  const inScope = allOf(ofScope(scope, "+project"));
  const row = sql.get(`SELECT * FROM skills WHERE id = ? AND ${inScope.sql}`, id, ...inScope.values);
  return row && skillOf(row);
}

/** Counts the current outcomes of the decisions in a group. */
export function countOutcomes(sql: Sql, id: string, project: string): SkillFacts {
  const rows = sql.all(
    `SELECT m.id, m.outcome, m.outcome_score, m.outcome_at, o.domain
     FROM skill_members s JOIN memories m ON m.id = s.decision_id JOIN outcomes o ON o.id = m.outcome_id
     WHERE s.skill = ?`,
    id,
  );
  return factsOf(id, project, rows.map(groupOutcomeOf));
}

/** Called when a decision is removed. The stage follows from the counts; the next review records a change of it. */
export function recountSkill(sql: Sql, id: string): void {
  const { project } = sql.get("SELECT project FROM skills WHERE id = ?", id) as { project: string };
  const facts = countOutcomes(sql, id, project);
  if (facts.tally.outcomes === 0) sql.run("DELETE FROM skills WHERE id = ?", id);
  else saveFacts(sql, facts);
}

/** Counts the group of a decision again whose outcome changed. Without an outcome it is in no group. */
export function followOutcome(sql: Sql, decisionId: string): void {
  const group = groupIdOf(sql, decisionId);
  if (group === undefined) return;
  sql.run(
    `DELETE FROM skill_members WHERE decision_id = ?1
       AND NOT EXISTS (SELECT 1 FROM memories WHERE id = ?1 AND outcome_id IS NOT NULL)`,
    decisionId,
  );
  recountSkill(sql, group);
}

export function saveFacts(sql: Sql, facts: SkillFacts): void {
  sql.run(
    `INSERT INTO skills (id, project, domain, outcomes, score, kind, stage, body) VALUES (?, ?, ?, ?, ?, 'skill', 'forming', ?)
     ON CONFLICT DO UPDATE SET domain = excluded.domain, outcomes = excluded.outcomes, score = excluded.score,
       body = excluded.body`,
    facts.id,
    facts.project,
    facts.domain,
    facts.tally.outcomes,
    facts.tally.score,
    JSON.stringify({
      schema_version: SCHEMA_VERSION,
      successes: facts.successes,
      latest: facts.latest,
      last_worked_at: facts.lastWorkedAt?.getTime(),
      last_failed_at: facts.lastFailedAt?.getTime(),
    }),
  );
}

interface Body {
  readonly successes: number;
  readonly latest: SkillFacts["latest"];
  readonly last_worked_at?: number;
  readonly last_failed_at?: number;
}

export function skillOf(row: Row): SkillRecord {
  const body = JSON.parse(row["body"] as string) as Body;
  const generatedAt = row["generated_at"] as number | null;
  const time = (at: number | null | undefined): Date | undefined =>
    at === null || at === undefined ? undefined : new Date(at);
  return {
    id: row["id"] as string,
    project: row["project"] as string,
    domain: row["domain"] as string,
    tally: { outcomes: row["outcomes"] as number, score: row["score"] as number },
    successes: body.successes,
    latest: body.latest,
    lastWorkedAt: time(body.last_worked_at),
    lastFailedAt: time(body.last_failed_at),
    noted: { kind: row["kind"] as SkillKind, stage: row["stage"] as SkillStage },
    generatedAt: time(generatedAt),
  };
}

export function saveTransition(sql: Sql, id: string, transition: SkillTransition): void {
  const { at, from, to, because, evidence } = transition;
  sql.run(
    `UPDATE skills SET kind = ?1, stage = ?2, generated_at = coalesce(generated_at, CASE ?2 WHEN 'forming' THEN NULL ELSE ?3 END)
     WHERE id = ?4`,
    to.kind,
    to.stage,
    at.getTime(),
    id,
  );
  sql.run(
    "INSERT INTO skill_transitions (skill, at, body) VALUES (?, ?, ?)",
    id,
    at.getTime(),
    JSON.stringify({ schema_version: SCHEMA_VERSION, from, to, because, evidence }),
  );
}

export function transitionOf(row: Row): SkillTransition {
  const { from, to, because, evidence } = JSON.parse(row["body"] as string) as Omit<SkillTransition, "at">;
  return { at: new Date(row["at"] as number), from, to, because, evidence };
}

function groupOutcomeOf(row: Row): GroupOutcome {
  return {
    decisionId: row["id"] as string,
    status: row["outcome"] as OutcomeStatus,
    score: row["outcome_score"] as number,
    at: new Date(row["outcome_at"] as number),
    domain: row["domain"] as string,
  };
}
