import {
  requireHoldingReplacement,
  sameDecision,
  wouldBeCycle,
} from "../../../domain/decisions/correcting.ts";
import type { Decision } from "../../../domain/decisions/decision.ts";
import {
  type AddedDecision,
  MOST_REPLACED,
  type NewDecision,
} from "../../../domain/decisions/decision-store.ts";
import type { Act } from "../../../domain/shared/act.ts";
import { Fault } from "../../../domain/shared/errors.ts";
import type { Screened } from "../../../domain/shared/text.ts";
import { makeChange } from "../log/change.ts";
import type { Sql } from "../shared/connection.ts";
import { decisionSuperseded } from "./decision-changes.ts";
import { requireDecision } from "./find-decision.ts";
import { DECISION_COLUMNS, decisionOf } from "./rows.ts";

const MOST_REPORTED = 20;

/** Call it in the transaction that adds the new decision, so that nobody sees an incomplete chain. */
export function supersede(
  sql: Sql,
  { decision, supersedes = [], supersedesBecause }: NewDecision,
  act: Act,
  newer: "made" | "known" = "known",
): Decision[] {
  return supersedes.map(({ ref, linkId }) => {
    const old = requireDecision(sql, decision.project, ref);
    if (old.standing === "superseded") throw alreadySuperseded(old);
    const replacement = {
      about: [],
      args: { by: decision.id, link: linkId, ...(newer === "made" && { made: true as const }) },
    };
    const why = { about: [old.id, decision.id], args: { reason: supersedesBecause ?? "" } };
    const subject = { kind: "decision", id: old.id, project: old.project } as const;
    makeChange(sql, act, decisionSuperseded, subject, [replacement, why], [decision.id, linkId]);
    return requireDecision(sql, decision.project, old.id);
  });
}

/** As `CorrectionStore.supersedeBy`, inside a transaction. The note is the caller's to add. */
export function supersedeBy(
  sql: Sql,
  by: Decision,
  supersedes: NonNullable<NewDecision["supersedes"]>,
  because: Screened | undefined,
  act: Act,
): AddedDecision {
  requireHoldingReplacement(by, "supersededBy");
  for (const { ref } of supersedes) {
    const { id } = requireDecision(sql, by.project, ref);
    if (id === by.id) throw sameDecision(id, "supersededBy");
    if (closesCycle(sql, by.id, id)) throw wouldBeCycle(by.id, id, "supersedes");
  }
  const superseded = supersede(sql, { decision: by, supersedes, supersedesBecause: because }, act);
  const decision = requireDecision(sql, by.project, by.id);
  return { decision, repeated: false, superseded, sameTopic: activeOnTopic(sql, decision) };
}

/**
 * Whether a decision would replace one that replaced it. Searches upwards from the newer decision, which is fast: nothing
 * replaces it as a rule.
 */
export function closesCycle(sql: Sql, newer: string, older: string): boolean {
  return (
    sql.get(
      `WITH RECURSIVE above (id) AS (
         SELECT from_id FROM links WHERE to_id = ?1 AND relation = 'supersedes'
         UNION SELECT l.from_id FROM above a JOIN links l ON l.to_id = a.id AND l.relation = 'supersedes')
       SELECT 1 FROM above WHERE id = ?2`,
      newer,
      older,
    ) !== undefined
  );
}

/** @throws Fault `conflict` if the active decisions of the topic are not the expected ones. */
export function requireHolding(sql: Sql, decision: Decision, expected: readonly string[]): void {
  const holding = activeOnTopic(sql, decision, MOST_REPLACED).map(({ id }) => id);
  if (holding.length === expected.length && holding.every((id) => expected.includes(id))) return;
  throw new Fault("conflict", `What holds on ${JSON.stringify(decision.topic)} changed at the same moment.`, {
    field: "topic",
    received: decision.topic,
    reason: "topic_changed",
    hint: "Nothing was stored. Save it again.",
  });
}

/** Other active decisions with the same stated topic. */
export function activeOnTopic(
  sql: Sql,
  { project, topic, topicStated, id }: Decision,
  limit = MOST_REPORTED,
): Decision[] {
  if (!topicStated) return [];
  return sql
    .all(
      `SELECT ${DECISION_COLUMNS} FROM memories m
       WHERE m.project = ? AND m.topic = ? AND m.topic_stated = 1 AND m.standing = 'active' AND m.type = 'decision' AND m.id <> ?
       ORDER BY m.created_at DESC, m.id DESC LIMIT ?`,
      project,
      topic,
      id,
      limit,
    )
    .map(decisionOf);
}

function alreadySuperseded(old: Decision): Fault {
  const by = old.supersededBy.join(", ");
  return new Fault("conflict", `Decision ${old.id} was superseded already${by ? ` by ${by}` : ""}.`, {
    field: "supersedes",
    received: old.id,
    reason: "already_superseded",
    hint: by ? `Supersede ${by} instead. Nothing was changed.` : "Nothing was changed.",
  });
}
