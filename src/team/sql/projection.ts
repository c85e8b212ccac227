import { inOrder } from "../../shared/canonical-json.ts";
import { DECISION_ID } from "../../shared/ids.ts";
import type { Sql } from "../../store/file/connection.ts";
import type { ChangeHeader } from "../rules/member-change.ts";
import type {
  ProjectedDecision,
  ProjectedLink,
  ProjectedOutcome,
  ProjectedSignal,
  ProjectedSkill,
  Projection,
} from "../rules/team-log.ts";
import { hasPending, requireTeam } from "./team-progress.ts";

/** States and relations of what the entries of the log after `from` touched; undefined while own changes wait. */
export function projectionAfterIn(
  sql: Sql,
  project: string,
  from: number,
  most: number,
): Projection | undefined {
  const team = requireTeam(sql, project);
  const { cursor } = team;
  if (!cursor || cursor.entry <= from || hasPending(sql, team)) return undefined;
  const to = Math.min(cursor.entry, from + most);
  const records = touchedBetween(sql, project, from, to);
  const ids = JSON.stringify(
    withPreventing(
      sql,
      records.filter((record) => DECISION_ID.test(record)),
    ),
  );
  const decisions = decisionsIn(sql, ids);
  const links = linksOfIn(sql, ids);
  const known = new Set([...decisions.map(({ id }) => id), ...links.map(({ id }) => id)]);
  const outcomes = outcomesOf(sql, ids);
  const signals = signalsOf(sql, ids);
  for (const { id } of [...outcomes, ...signals]) known.add(id);
  return {
    lifeId: cursor.lifeId,
    from,
    to,
    decisions,
    outcomes,
    signals,
    skills: skillsOf(sql, project),
    links,
    gone: records.filter((record) => PROJECTED.test(record) && !known.has(record)),
  };
}

/** Also those that a decision was made otherwise because of: who prevented it is said of them. */
function withPreventing(sql: Sql, ids: readonly string[]): string[] {
  const cited = sql.all<{ id: string }>(
    `SELECT DISTINCT c.value AS id FROM json_each(?) d CROSS JOIN guidance g ON g.decision_id = d.value,
       json_each(g.body, '$.cited') c WHERE g.verdict = 'prevented'`,
    JSON.stringify(ids),
  );
  return [...new Set([...ids, ...cited.map(({ id }) => id)])];
}

/** The records that changes are about, by their headers. */
function touchedBetween(sql: Sql, project: string, from: number, to: number): string[] {
  const rows = sql.all<{ header: string }>(
    "SELECT header FROM team_changes WHERE project = ? AND entry > ? AND entry <= ?",
    project,
    from,
    to,
  );
  const touched = rows.flatMap(({ header }) => {
    const { subject, refs, parts } = JSON.parse(header) as ChangeHeader;
    return [subject, ...refs, ...parts.flatMap(({ about }) => about)];
  });
  return [...new Set(touched)];
}

const PROJECTED = /^(?:dec|out|sig|lnk)_/;
const IN = "IN (SELECT value FROM json_each(?1))";

function decisionsIn(sql: Sql, ids: string): ProjectedDecision[] {
  const rows = sql.all<{
    id: string;
    domain: string;
    standing: string;
    progress: string;
    author_kind: string;
    created_at: number;
    confidence: number | null;
    outcome_id: string | null;
    prevented: string;
  }>(
    `SELECT m.*, (SELECT json_group_array(decision_id) FROM (SELECT DISTINCT g.decision_id FROM guidance g
         WHERE g.verdict = 'prevented' AND g.project = m.project AND g.decision_id <> m.id
           AND EXISTS (SELECT 1 FROM json_each(g.body, '$.cited') WHERE value = m.id) ORDER BY 1)) AS prevented
     FROM memories m WHERE m.type = 'decision' AND m.standing <> 'draft' AND m.id ${IN}`,
    ids,
  );
  return rows.map((row) => ({
    id: row.id,
    domain: row.domain,
    standing: row.standing,
    progress: row.progress,
    author: row.author_kind,
    at: row.created_at,
    ...(row.confidence !== null && { confidence: row.confidence }),
    ...(row.outcome_id !== null && { outcome: row.outcome_id }),
    prevented: JSON.parse(row.prevented) as string[],
  }));
}

function outcomesOf(sql: Sql, ids: string): ProjectedOutcome[] {
  return sql
    .all<
      LessonsRow & {
        id: string;
        decision_id: string;
        status: string;
        score: number;
        at: number;
        withdrawn: string | null;
      }
    >(`SELECT * FROM outcomes WHERE decision_id ${IN} ORDER BY at, id`, ids)
    .map((row) => ({
      id: row.id,
      decision: row.decision_id,
      status: row.status,
      score: row.score,
      at: row.at,
      withdrawn: row.withdrawn !== null,
      lessons: lessonsIn(row),
    }));
}

type LessonsRow = { body: string };

const lessonsIn = (row: LessonsRow): number =>
  ((JSON.parse(row.body) as { readonly lessons?: readonly unknown[] }).lessons ?? []).length;

function signalsOf(sql: Sql, ids: string): ProjectedSignal[] {
  return sql
    .all<{ id: string; decision_id: string; type: string; valence: string; at: number }>(
      `SELECT * FROM signals WHERE decision_id ${IN} ORDER BY at, id`,
      ids,
    )
    .map((row) => ({
      id: row.id,
      decision: row.decision_id,
      type: row.type,
      valence: row.valence,
      at: row.at,
    }));
}

/**
 * All of the project, because a piece replaces all of them. Every machine groups decisions for itself, so a group is named
 * after its first decision.
 */
function skillsOf(sql: Sql, project: string): ProjectedSkill[] {
  const rows = sql.all<{ decisions: string; kind: ProjectedSkill["kind"] }>(
    `SELECT s.kind, json_group_array(o.decision_id) AS decisions FROM skills s JOIN skill_members o ON o.skill = s.id
     WHERE s.project = ? AND s.stage <> 'forming' GROUP BY s.id`,
    project,
  );
  return rows.map((row) => {
    const decisions = (JSON.parse(row.decisions) as string[]).sort(inOrder);
    return { id: `sk_of_${decisions[0]}`, kind: row.kind, decisions };
  });
}

function linksOfIn(sql: Sql, ids: string): ProjectedLink[] {
  return sql
    .all<{ id: string; from_id: string; to_id: string; relation: string; state: string }>(
      `SELECT * FROM links WHERE from_id ${IN} OR to_id ${IN}`,
      ids,
    )
    .map((row) => ({
      id: row.id,
      from: row.from_id,
      to: row.to_id,
      relation: row.relation,
      state: row.state,
    }));
}
