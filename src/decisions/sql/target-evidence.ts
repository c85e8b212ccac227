/** Gathers the evidence about targets that reflection looks at. */

import type { Screened } from "../../shared/text.ts";
import type { Sql } from "../../store/file/connection.ts";
import type { Standing } from "../rules/decision.ts";
import type { OutcomeStatus } from "../rules/outcome.ts";
import type { Contradiction, ObservedDecision, TargetEvidence } from "../rules/reflection.ts";
import type { Valence } from "../rules/signal.ts";
import { proposalsOn } from "./proposal-rows.ts";

/** Limits per kind and target, so that a busy topic costs no more than others. */
const MOST_DECISIONS = 30;
const MOST_SIGNALS = 100;
const MOST_LINKS = 20;

export type TargetSelection = { readonly targets: readonly string[] } | { readonly limit: number };

export function evidenceByTargetIn(sql: Sql, project: string, selection: TargetSelection): TargetEvidence[] {
  const targets = "targets" in selection ? selection.targets : suspectTargets(sql, project, selection.limit);
  return targets.map((target) => {
    const decisions = decisionsOn(sql, project, target);
    return {
      project,
      target: target as Screened,
      decisions,
      contradictions: contradictionsAmong(sql, decisions),
      proposals: proposalsOn(sql, project, target),
    };
  });
}

const TARGET = "CASE m.topic_stated WHEN 1 THEN m.topic ELSE m.id END";
const SEVERAL_ACTIVE = `(SELECT count(*) FROM (SELECT 1 FROM memories o WHERE o.project = m.project AND o.topic = m.topic
  AND o.topic_stated = 1 AND o.standing = 'active' LIMIT 2)) = 2`;

/**
 * Every target for which a reflection rule could find something, as far as indexes can tell. It starts from the few
 * failures and not from all active decisions. The conditions are in the order of the index columns.
 */
const SUSPECT_TARGETS = `
  SELECT target, max(at) AS latest FROM (
    SELECT target, fed_at AS at FROM proposals WHERE project = ?1 AND state = 'draft'
    UNION ALL
    SELECT m.topic, max(m.outcome_at) FROM memories m
      WHERE m.project = ?1 AND m.outcome <> 'success' AND m.topic_stated = 1
      GROUP BY m.topic HAVING sum(m.outcome = 'failure') >= 2 OR ${SEVERAL_ACTIVE}
    UNION ALL
    SELECT ${TARGET}, max(s.at) FROM signals s JOIN memories m ON m.id = s.decision_id
      WHERE s.project = ?1 AND s.valence = 'negative' AND m.standing = 'active'
      GROUP BY s.decision_id
      HAVING (m.outcome = 'failure' AND count(*) >= 2) OR (m.topic_stated = 1 AND ${SEVERAL_ACTIVE})
    UNION ALL
    SELECT ${TARGET}, l.at FROM links l JOIN memories m ON m.id = l.from_id
      WHERE l.project = ?1 AND l.relation = 'contradicts' AND l.state = 'active' AND l.origin <> 'auto' AND m.standing = 'active'
  ) GROUP BY target ORDER BY latest DESC, target LIMIT ?2`;

function suspectTargets(sql: Sql, project: string, limit: number): string[] {
  return sql.column<string>(SUSPECT_TARGETS, project, limit);
}

const COLUMNS = "m.id, m.standing, m.domain, m.created_at, m.outcome, m.outcome_id, m.outcome_at";

/** The active and the failed decisions of a target. A decision without a stated topic is the only one under its id. */
function decisionsOn(sql: Sql, project: string, target: string): ObservedDecision[] {
  const holding = sql.all<ObservedRow>(
    `SELECT ${COLUMNS} FROM memories m
     WHERE m.project = ? AND m.topic = ? AND m.topic_stated = 1 AND m.standing = 'active' AND m.type = 'decision'
     ORDER BY m.created_at DESC, m.id DESC LIMIT ?`,
    project,
    target,
    MOST_DECISIONS,
  );
  const failed = sql.all<ObservedRow>(
    `SELECT ${COLUMNS} FROM memories m
     WHERE m.project = ? AND m.topic = ? AND m.outcome = 'failure' AND m.outcome <> 'success' AND m.topic_stated = 1
       AND m.standing <> 'draft'
     ORDER BY m.outcome_at DESC, m.id DESC LIMIT ?`,
    project,
    target,
    MOST_DECISIONS,
  );
  const alone = sql.all<ObservedRow>(
    `SELECT ${COLUMNS} FROM memories m
     WHERE m.id = ? AND m.project = ? AND m.topic_stated = 0 AND m.standing = 'active' AND m.type = 'decision'`,
    target,
    project,
  );
  const rows = new Map([...holding, ...failed, ...alone].map((row) => [row.id, row]));
  return observe(sql, [...rows.values()]).sort(
    (a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1),
  );
}

/** A link counts for the decision it starts from, so that each belongs to one target. */
function contradictionsAmong(sql: Sql, decisions: readonly ObservedDecision[]): Contradiction[] {
  const from = new Map(decisions.filter(holds).map((decision) => [decision.id, decision]));
  const links = sql.all<ObservedRow & { link_id: string; linked_at: number; from_id: string }>(
    `SELECT l.id AS link_id, l.at AS linked_at, l.from_id, ${COLUMNS}
     FROM json_each(?) AS own CROSS JOIN links l ON l.from_id = own.value JOIN memories m ON m.id = l.to_id
     WHERE l.relation = 'contradicts' AND l.state = 'active' AND l.origin <> 'auto' AND m.standing = 'active'
     ORDER BY l.at DESC, l.id DESC LIMIT ?`,
    JSON.stringify([...from.keys()]),
    MOST_LINKS,
  );
  const to = observe(sql, links);
  return links.map((link, i) => ({
    linkId: link.link_id,
    at: new Date(link.linked_at),
    between: [from.get(link.from_id), to[i]] as [ObservedDecision, ObservedDecision],
  }));
}

const holds = ({ standing }: ObservedDecision): boolean => standing === "active";

type ObservedRow = {
  standing: Standing;
  id: string;
  domain: string;
  created_at: number;
  outcome_id: string | null;
  outcome: OutcomeStatus;
  outcome_at: number;
};

/** Adds the signals of active decisions. */
function observe(sql: Sql, rows: readonly ObservedRow[]): ObservedDecision[] {
  const signals = sql.all<{ decision_id: string; id: string; valence: Valence; at: number }>(
    `SELECT s.id, s.decision_id, s.valence, s.at FROM json_each(?) AS own CROSS JOIN signals s ON s.decision_id = own.value
       WHERE s.valence <> 'neutral' ORDER BY s.at DESC, s.id DESC LIMIT ?`,
    JSON.stringify(rows.filter((row) => row.standing === "active").map((row) => row.id)),
    MOST_SIGNALS,
  );
  return rows.map((row) => ({
    id: row.id,
    standing: row.standing,
    domain: row.domain,
    createdAt: new Date(row.created_at),
    outcome:
      row.outcome_id === null
        ? undefined
        : {
            id: row.outcome_id,
            status: row.outcome,
            at: new Date(row.outcome_at),
          },
    signals: signals
      .filter((signal) => signal.decision_id === row.id)
      .map((signal) => ({
        id: signal.id,
        valence: signal.valence,
        at: new Date(signal.at),
      })),
  }));
}
