import type { Scope } from "../../shared/scope.ts";
import { allOf, ofScope } from "../../store/file/conditions.ts";
import type { Connection, Row } from "../../store/file/connection.ts";
import type { ScoredOutcome } from "../rules/anomaly.ts";

/** The number of decisions made since each moment, and the time of the very first decision. */
export function capturedSince(
  memory: Connection,
  scope: Scope,
  moments: readonly Date[],
): Promise<{ readonly counts: readonly number[]; readonly first?: Date | undefined }> {
  return memory.read((sql) => {
    const inScope = allOf(ofScope(scope, "project"));
    const decisions = `FROM memories WHERE type = 'decision' AND ${inScope.sql}`;
    const times = moments.map((moment) => moment.getTime());
    const counted = sql.get(
      `SELECT ${times.map((_, i) => `coalesce(sum(created_at >= ?), 0) AS since_${i}`).join(", ")}
           ${decisions} AND created_at >= ?`,
      ...times,
      ...inScope.values,
      Math.min(...times),
    ) as Row;
    const { first } = sql.one<{ first: number | null }>(
      `SELECT min(created_at) AS first ${decisions}`,
      ...inScope.values,
    );
    return {
      counts: times.map((_, i) => counted[`since_${i}`] as number),
      first: first === null ? undefined : new Date(first),
    };
  });
}

/** Outcomes that count, newest first. */
export function recentOutcomes(
  memory: Connection,
  scope: Scope,
  limit: number,
): Promise<readonly ScoredOutcome[]> {
  return memory.read((sql) => {
    const inScope = allOf(ofScope(scope, "project"));
    const rows = sql.all<ScoredOutcomeRow>(
      `SELECT decision_id, domain, score, stated_confidence, at FROM outcomes WHERE counts = 1 AND ${inScope.sql}
           ORDER BY at DESC, id DESC LIMIT ?`,
      ...inScope.values,
      limit,
    );
    return rows.map(scoredOutcomeOf);
  });
}

/** The same with a limit for each domain, so that a busy domain does not leave out the others. */
export function recentOutcomesByDomain(
  memory: Connection,
  scope: Scope,
  limit: number,
): Promise<readonly ScoredOutcome[]> {
  return memory.read((sql) => {
    const inScope = allOf(ofScope(scope, "project"));
    // By project and domain first, because an index has the newest of both: so no more are read than are kept of each.
    const rows = sql.all<ScoredOutcomeRow>(
      `SELECT * FROM (
             SELECT o.decision_id, o.domain, o.score, o.stated_confidence, o.at, o.id,
               row_number() OVER (PARTITION BY o.domain ORDER BY o.at DESC, o.id DESC) AS place
             FROM (SELECT DISTINCT project, domain FROM tally_bins WHERE ${inScope.sql}) d
             CROSS JOIN outcomes o ON o.seq IN (SELECT seq FROM outcomes
               WHERE counts = 1 AND project = d.project AND domain = d.domain ORDER BY at DESC, id DESC LIMIT ?))
           WHERE place <= ? ORDER BY at DESC, id DESC`,
      ...inScope.values,
      limit,
      limit,
    );
    return rows.map(scoredOutcomeOf);
  });
}

/**
 * The decision that an outcome, signal or link belongs to, with all domains of its outcomes. For a link it is the one
 * that the link starts from, and `pointsTo` is the other. Undefined if the record was erased.
 */
export function decisionBehind(
  memory: Connection,
  scope: Scope,
  recordId: string,
): Promise<
  | {
      readonly decisionId: string;
      readonly domains: readonly string[];
      readonly pointsTo?: string | undefined;
    }
  | undefined
> {
  return memory.read((sql) => {
    const inScope = allOf(ofScope(scope, "project"));
    const row = sql.get<{ decision_id: string; points_to: string | null }>(
      `SELECT decision_id, points_to FROM (
             SELECT decision_id, NULL AS points_to, project FROM outcomes WHERE id = ?1
             UNION ALL SELECT decision_id, NULL, project FROM signals WHERE id = ?1
             UNION ALL SELECT from_id, to_id, project FROM links WHERE id = ?1) WHERE ${inScope.sql}`,
      recordId,
      ...inScope.values,
    );
    if (!row) return undefined;
    const decisionId = row.decision_id;
    const domains = sql.all<{ domain: string }>(
      "SELECT DISTINCT domain FROM outcomes WHERE decision_id = ?",
      decisionId,
    );
    const pointsTo = row.points_to;
    return {
      decisionId,
      domains: domains.map(({ domain }) => domain),
      ...(pointsTo !== null && { pointsTo }),
    };
  });
}

type ScoredOutcomeRow = {
  decision_id: string;
  domain: string;
  score: number;
  stated_confidence: number | null;
  at: number;
};

function scoredOutcomeOf(row: ScoredOutcomeRow): ScoredOutcome {
  return {
    decisionId: row.decision_id,
    domain: row.domain,
    score: row.score,
    statedConfidence: row.stated_confidence ?? undefined,
    at: new Date(row.at),
  };
}
