import type { Decision } from "../../domain/decision.ts";
import { Fault } from "../../domain/errors.ts";
import type { Act, NewDecision } from "../../domain/store.ts";
import { appendAudit } from "./audit-log.ts";
import type { Sql } from "./connection.ts";
import { requireDecision } from "./find-decision.ts";
import { DECISION_COLUMNS, decisionOf } from "./rows.ts";

/** In the transaction that adds the new decision, so that a chain is never seen half made. */
export function supersede(
  sql: Sql,
  { decision, supersedes = [], supersedesBecause }: NewDecision,
  act: Act,
): Decision[] {
  return supersedes.map(({ ref, linkId }) => {
    const old = requireDecision(sql, decision.project, ref);
    if (old.standing === "superseded") throw alreadySuperseded(old);
    sql.run(
      `INSERT INTO links (id, project, from_id, to_id, relation, state, at, body)
       VALUES (?, ?, ?, ?, 'supersedes', 'active', ?, ?)`,
      linkId,
      decision.project,
      decision.id,
      old.id,
      act.at.getTime(),
      JSON.stringify({ schema_version: 1, reason: supersedesBecause }),
    );
    sql.run(
      "UPDATE memories SET standing = 'superseded', updated_at = ? WHERE id = ?",
      act.at.getTime(),
      old.id,
    );
    const subject = { kind: "decision", id: old.id, project: old.project } as const;
    appendAudit(sql, act, "decision.superseded", subject, decision.id);
    return requireDecision(sql, decision.project, old.id);
  });
}

/** Other decisions that hold and were said to be about the same topic. */
export function activeOnTopic(sql: Sql, { project, topic, topicStated, id }: Decision): Decision[] {
  if (!topicStated) return [];
  return sql
    .all(
      `SELECT ${DECISION_COLUMNS} FROM memories m
       WHERE m.project = ? AND m.topic = ? AND m.topic_stated = 1 AND m.standing = 'active' AND m.type = 'decision' AND m.id <> ?
       ORDER BY m.created_at DESC, m.seq DESC LIMIT 20`,
      project,
      topic,
      id,
    )
    .map(decisionOf);
}

function alreadySuperseded(old: Decision): Fault {
  const by = old.supersededBy.join(", ");
  return new Fault("conflict", `Decision ${old.id} was superseded already${by ? ` by ${by}` : ""}.`, {
    field: "old_decision_ids",
    received: old.id,
    reason: "already_superseded",
    hint: by ? `Supersede ${by} instead. Nothing was changed.` : "Nothing was changed.",
  });
}
