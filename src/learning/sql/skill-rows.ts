/** The rows of skills, and of the settled decisions that they are counted from. */
import type { OutcomeStatus, Standing } from "../../decisions/index.ts";
import type { Scope } from "../../shared/scope.ts";
import { allOf, ofDomain, ofScope } from "../../store/file/conditions.ts";
import type { Row, Sql } from "../../store/file/connection.ts";
import {
  factsOf,
  type GroupOutcome,
  type SkillFacts,
  type SkillKind,
  type SkillRecord,
  type SkillStage,
  type SkillTransition,
} from "../rules/skill.ts";
import type { SettledDecision } from "../rules/skill-cluster.ts";
import type { GroupedDecision, ReplacedFailure } from "../rules/skill-naming.ts";
import type { AloneDecision } from "../rules/skill-store.ts";

const SCHEMA_VERSION = 1;

export function groupIdOf(sql: Sql, decisionId: string): string | undefined {
  return sql.value<string | undefined>("SELECT skill FROM skill_members WHERE decision_id = ?", decisionId);
}

export function findSkillIn(sql: Sql, scope: Scope, id: string): SkillRecord | undefined {
  const inScope = allOf(ofScope(scope, "+project"));
  const row = sql.get<SkillRow>(
    `SELECT * FROM skills WHERE id = ? AND ${inScope.sql}`,
    id,
    ...inScope.values,
  );
  return row && skillOf(row);
}

/** Counts the current outcomes of the decisions in a group. */
export function countOutcomes(sql: Sql, id: string, project: string): SkillFacts {
  const rows = sql.all<GroupOutcomeRow>(
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

export type SkillRow = {
  body: string;
  generated_at: number | null;
  id: string;
  project: string;
  domain: string;
  outcomes: number;
  score: number;
  kind: SkillKind;
  stage: SkillStage;
};

export function skillOf(row: SkillRow): SkillRecord {
  const body = JSON.parse(row.body) as Body;
  const generatedAt = row.generated_at;
  const time = (at: number | null | undefined): Date | undefined =>
    at === null || at === undefined ? undefined : new Date(at);
  return {
    id: row.id,
    project: row.project,
    domain: row.domain,
    tally: { outcomes: row.outcomes, score: row.score },
    successes: body.successes,
    latest: body.latest,
    lastWorkedAt: time(body.last_worked_at),
    lastFailedAt: time(body.last_failed_at),
    noted: { kind: row.kind, stage: row.stage },
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

export type TransitionRow = { body: string; at: number };

export function transitionOf(row: TransitionRow): SkillTransition {
  const { from, to, because, evidence } = JSON.parse(row.body) as Omit<SkillTransition, "at">;
  return { at: new Date(row.at), from, to, because, evidence };
}

type GroupOutcomeRow = {
  id: string;
  outcome: OutcomeStatus;
  outcome_score: number;
  outcome_at: number;
  domain: string;
};

function groupOutcomeOf(row: GroupOutcomeRow): GroupOutcome {
  return {
    decisionId: row.id,
    status: row.outcome,
    score: row.outcome_score,
    at: new Date(row.outcome_at),
    domain: row.domain,
  };
}

/**
 * The outcomes `o` of a decision `m` up to the one that counts. That one may have been recorded for its duplicate, and then
 * these are the duplicate's. What was withdrawn is left out, as if it had never been recorded.
 */
export const COUNTED_HISTORY = `JOIN outcomes last ON last.id = m.outcome_id
  JOIN outcomes o ON o.decision_id = last.decision_id AND o.withdrawn IS NULL`;

export function settledDecisionsIn(sql: Sql, project: string): SettledDecision[] {
  return sql
    .all<{ id: string; settled_at: number }>(
      `SELECT m.id, min(o.at) AS settled_at FROM memories m ${COUNTED_HISTORY}
       WHERE m.project = ? AND m.type = 'decision' AND m.standing <> 'draft' AND m.outcome IS NOT NULL
       GROUP BY m.id`,
      project,
    )
    .map((row) => ({ id: row.id, settledAt: new Date(row.settled_at) }));
}

export function aloneAmongIn(sql: Sql, decisionIds: readonly string[]): AloneDecision[] {
  return sql
    .all<{ id: string; project: string }>(
      `SELECT m.id, m.project, min(o.at) AS settled_at FROM json_each(?) j JOIN memories m ON m.id = j.value
         ${COUNTED_HISTORY} LEFT JOIN skill_members s ON s.decision_id = m.id LEFT JOIN skills g ON g.id = s.skill
       WHERE m.type = 'decision' AND m.standing <> 'draft' AND m.outcome IS NOT NULL
         AND (g.id IS NULL OR g.outcomes < 2) GROUP BY m.id ORDER BY settled_at, m.id`,
      JSON.stringify(decisionIds),
    )
    .map((row) => ({ id: row.id, project: row.project }));
}

/** The columns that `groupedDecisionOf` reads, of a decision `m` and its outcome `o`, with a prefix for their names. */
export const groupedColumns = (m: string, o: string, prefix = ""): string =>
  [
    ...["id", "content", "topic", "topic_stated", "standing", "outcome", "outcome_score", "outcome_at"].map(
      (name) => `${m}.${name} AS ${prefix}${name}`,
    ),
    `${o}.domain AS ${prefix}domain`,
    `${o}.body AS ${prefix}body`,
  ].join(", ");

export function groupedDecisionOf(row: Row, prefix = ""): GroupedDecision {
  const value = (name: string): unknown => row[`${prefix}${name}`];
  return {
    decisionId: value("id") as string,
    statement: value("content") as string,
    domain: value("domain") as string,
    ...(value("topic_stated") === 1 && { topic: value("topic") as string }),
    standing: value("standing") as Standing,
    status: value("outcome") as OutcomeStatus,
    score: value("outcome_score") as number,
    at: new Date(value("outcome_at") as number),
    lessons: (JSON.parse(value("body") as string) as { lessons: string[] }).lessons,
  };
}

export function replacedFailuresIn(
  sql: Sql,
  scope: Scope,
  limit: number,
  domain: string | undefined,
): ReplacedFailure[] {
  const inScope = allOf(ofScope(scope, "wo.project"), ofDomain(domain, "wo.domain"));
  return sql
    .all(
      `SELECT ${groupedColumns("w", "wo", "w_")}, ${groupedColumns("f", "fo", "f_")}
       FROM outcomes wo JOIN memories w ON w.outcome_id = wo.id AND w.id = wo.decision_id
         JOIN links l ON l.from_id = w.id AND l.relation = 'supersedes' AND l.state = 'active'
         JOIN memories f ON f.id = l.to_id JOIN outcomes fo ON fo.id = f.outcome_id
       WHERE wo.counts = 1 AND ${inScope.sql} AND w.standing = 'active' AND w.outcome = 'success'
         AND f.outcome = 'failure'
       ORDER BY wo.at DESC, wo.id DESC, f.id DESC LIMIT ?`,
      ...inScope.values,
      limit,
    )
    .map((row) => ({ worked: groupedDecisionOf(row, "w_"), failed: groupedDecisionOf(row, "f_") }));
}
