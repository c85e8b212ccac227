/** Counts how complete decisions and links are, and finds those to improve. */

import type { Scope } from "../../shared/scope.ts";
import { allOf, ofScope } from "../../store/file/conditions.ts";
import type { Connection } from "../../store/file/connection.ts";
import { yieldToEventLoop } from "../../store/file/yield-to-event-loop.ts";
import type { Decision } from "../rules/decision.ts";
import type { Link } from "../rules/link.ts";
import { type NarrativePart, type QualityCounts, RICH_REASON_OVER } from "../rules/quality.ts";
import { DECISION_COLUMNS, type DecisionRow, decisionOf } from "./decision-rows.ts";
import { LINK_COLUMNS, linkOf, type StoredLinkRow } from "./link-rows.ts";

/** SQL conditions for each narrative part. They must agree with `missingParts`. */
const HAS_PART: Readonly<Record<NarrativePart, string>> = {
  reasoning: "trim(coalesce(json_extract(m.body, '$.reasoning'), ''), char(9, 10, 32)) <> ''",
  evidence: `(json_array_length(m.body, '$.evidence') > 0 OR json_extract(m.body, '$.linked_pr') IS NOT NULL
    OR json_extract(m.body, '$.linked_commit') IS NOT NULL)`,
  alternatives: "json_array_length(m.body, '$.alternatives') > 0",
  risks: "(json_array_length(m.body, '$.risks') > 0 OR json_extract(m.body, '$.risk_level') IS NOT NULL)",
};
const COMPLETE = Object.values(HAS_PART).join(" AND ");
const LINKED = `(EXISTS (SELECT 1 FROM links l WHERE l.from_id = m.id AND l.state = 'active')
  OR EXISTS (SELECT 1 FROM links l WHERE l.to_id = m.id AND l.state = 'active'))`;
/** Must match the expression of the index on high-risk decisions. */
const HIGH_RISK = "(json_extract(m.body, '$.risk_level') IS 'high')";
const REASONED =
  "l.relation IN ('refines', 'contradicts', 'depends_on') AND l.state IN ('pending', 'active')";
const REASON = "length(trim(coalesce(json_extract(l.body, '$.reason'), '')))";

/** This many rows are counted at a time, so that other work can run in between. */
const SLICE = 1_000;

const DECISION_COUNTS = `count(*) AS decisions, total(${COMPLETE}) AS complete, total(${LINKED}) AS linked,
  ${Object.entries(HAS_PART)
    .map(([part, has]) => `total(${has}) AS ${part}`)
    .join(", ")}`;
const LINK_COUNTS = `count(*) AS links, total(${REASON} > ${RICH_REASON_OVER}) AS rich,
  total(l.state = 'active' AND l.origin <> 'auto') AS approved`;

/** Sums counts over slices of a table by `seq`. The unary plus stops SQLite from using another index for a slice. */
async function countAll(
  memory: Connection,
  table: string,
  alias: string,
  scope: Scope,
  counts: string,
  where: string,
): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  const inScope = allOf(ofScope(scope, `${alias}.project`));
  const inSliceScope = allOf(ofScope(scope, `+${alias}.project`));
  for (let after = 0, more = true; more; ) {
    const { end, counted } = await memory.read((sql) => {
      const end = sql.get(
        `SELECT max(seq) AS last, count(*) AS rows FROM
             (SELECT ${alias}.seq FROM ${table} ${alias} WHERE ${alias}.seq > ? AND ${inScope.sql} ORDER BY ${alias}.seq LIMIT ?)`,
        after,
        ...inScope.values,
        SLICE,
      ) as { last: number | null; rows: number };
      const counted = sql.get(
        `SELECT ${counts} FROM ${table} ${alias}
           WHERE ${alias}.seq > ? AND ${alias}.seq <= ? AND ${inSliceScope.sql} AND ${where}`,
        after,
        end.last ?? 0,
        ...inSliceScope.values,
      ) as Record<string, number>;
      return { end, counted };
    });
    for (const [name, count] of Object.entries(counted)) sums[name] = (sums[name] ?? 0) + count;
    after = end.last ?? after;
    more = end.rows === SLICE;
    await yieldToEventLoop();
  }
  return sums;
}

export async function qualityCounts(memory: Connection, scope: Scope): Promise<QualityCounts> {
  const decisionCounts = await countAll(
    memory,
    "memories",
    "m",
    scope,
    DECISION_COUNTS,
    "+m.type = 'decision' AND m.standing <> 'draft'",
  );
  const linkCounts = await countAll(memory, "links", "l", scope, LINK_COUNTS, REASONED);
  const count = (name: string): number => decisionCounts[name] ?? linkCounts[name] ?? 0;
  return {
    decisions: count("decisions"),
    complete: count("complete"),
    parts: {
      reasoning: count("reasoning"),
      evidence: count("evidence"),
      alternatives: count("alternatives"),
      risks: count("risks"),
    },
    linked: count("linked"),
    links: count("links"),
    richReasons: count("rich"),
    approved: count("approved"),
  };
}

/** Active decisions that fall short, high risk first, then newest first. */
export function decisionsToImprove(
  memory: Connection,
  scope: Scope,
  metric: "narrativeCoverage" | "linkCoverage",
  limit: number,
): Promise<readonly Decision[]> {
  return memory.read((sql) => {
    const inScope = allOf(ofScope(scope));
    const lacking = (risk: string): Decision[] =>
      sql
        .all<DecisionRow>(
          `SELECT ${DECISION_COLUMNS} FROM memories m
               WHERE m.type = 'decision' AND m.standing = 'active' AND ${risk} AND ${inScope.sql}
                 AND NOT (${metric === "linkCoverage" ? LINKED : COMPLETE})
               ORDER BY m.created_at DESC, m.id DESC LIMIT ?`,
          ...inScope.values,
          limit,
        )
        .map(decisionOf);
    const risky = lacking(HIGH_RISK);
    return risky.length === limit ? risky : [...risky, ...lacking(`NOT ${HIGH_RISK}`)].slice(0, limit);
  });
}

/** Links in force or pending with a short reason, newest first. */
export function linksToImprove(memory: Connection, scope: Scope, limit: number): Promise<readonly Link[]> {
  return memory.read((sql) => {
    const inScope = allOf(ofScope(scope, "l.project"));
    const rows = sql.all<StoredLinkRow>(
      `SELECT ${LINK_COLUMNS} FROM links l
           WHERE ${REASONED} AND ${REASON} <= ${RICH_REASON_OVER} AND ${inScope.sql}
           ORDER BY l.at DESC, l.id DESC LIMIT ?`,
      ...inScope.values,
      limit,
    );
    return rows.map(linkOf);
  });
}
