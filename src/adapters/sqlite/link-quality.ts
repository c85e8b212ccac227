import { type NarrativePart, type QualityStore, RICH_REASON_OVER } from "../../domain/quality.ts";
import { ALL_PROJECTS, type Scope } from "../../domain/store.ts";
import type { Connection, Row } from "./connection.ts";
import { LINK_COLUMNS, linkOf } from "./link-rows.ts";
import { DECISION_COLUMNS, decisionOf } from "./rows.ts";

/** Whether a decision has each part of its narrative, as `missingParts` sees it. */
const HAS: Readonly<Record<NarrativePart, string>> = {
  reasoning: "trim(coalesce(json_extract(m.body, '$.reasoning'), ''), char(9, 10, 32)) <> ''",
  evidence: `(json_array_length(m.body, '$.evidence') > 0 OR json_extract(m.body, '$.linked_pr') IS NOT NULL
    OR json_extract(m.body, '$.linked_commit') IS NOT NULL)`,
  alternatives: "json_array_length(m.body, '$.alternatives') > 0",
  risks: "json_array_length(m.body, '$.risks') > 0",
};
const COMPLETE = Object.values(HAS).join(" AND ");
const LINKED = `(EXISTS (SELECT 1 FROM links l WHERE l.from_id = m.id AND l.state = 'active')
  OR EXISTS (SELECT 1 FROM links l WHERE l.to_id = m.id AND l.state = 'active'))`;
const REASONED = "l.relation IN ('refines', 'contradicts') AND l.state IN ('pending', 'active')";
const REASON = "length(trim(coalesce(json_extract(l.body, '$.reason'), '')))";

export function sqliteQuality(connection: Connection): QualityStore {
  return {
    qualityCounts: (scope) =>
      connection.read((sql) => {
        const decisions = sql.get(
          `SELECT count(*) AS decisions, total(${COMPLETE}) AS complete, total(${LINKED}) AS linked,
             total(${HAS.reasoning}) AS reasoning, total(${HAS.evidence}) AS evidence,
             total(${HAS.alternatives}) AS alternatives, total(${HAS.risks}) AS risks
           FROM memories m WHERE m.type = 'decision' AND m.standing <> 'draft'${inScope("m", scope)}`,
          ...scopeValue(scope),
        ) as Row;
        const links = sql.get(
          `SELECT count(*) AS links, total(${REASON} > ${RICH_REASON_OVER}) AS rich,
             total(l.state = 'active' AND l.origin <> 'auto') AS approved
           FROM links l WHERE ${REASONED}${inScope("l", scope)}`,
          ...scopeValue(scope),
        ) as Row;
        const number = (row: Row, column: string): number => row[column] as number;
        return {
          decisions: number(decisions, "decisions"),
          complete: number(decisions, "complete"),
          parts: {
            reasoning: number(decisions, "reasoning"),
            evidence: number(decisions, "evidence"),
            alternatives: number(decisions, "alternatives"),
            risks: number(decisions, "risks"),
          },
          linked: number(decisions, "linked"),
          links: number(links, "links"),
          richReasons: number(links, "rich"),
          approved: number(links, "approved"),
        };
      }),

    decisionsToMend: (scope, metric, limit) =>
      connection.read((sql) =>
        sql
          .all(
            `SELECT ${DECISION_COLUMNS} FROM memories m
             WHERE m.type = 'decision' AND m.standing = 'active'${inScope("m", scope)}
               AND NOT (${metric === "linkCoverage" ? LINKED : COMPLETE})
             ORDER BY json_extract(m.body, '$.risk_level') IS 'high' DESC, m.created_at DESC, m.seq DESC LIMIT ?`,
            ...scopeValue(scope),
            limit,
          )
          .map(decisionOf),
      ),

    linksToMend: (scope, limit) =>
      connection.read((sql) =>
        sql
          .all(
            `SELECT ${LINK_COLUMNS} FROM links l
             WHERE ${REASONED} AND ${REASON} <= ${RICH_REASON_OVER}${inScope("l", scope)}
             ORDER BY ${REASON}, l.seq DESC LIMIT ?`,
            ...scopeValue(scope),
            limit,
          )
          .map(linkOf),
      ),
  };
}

const inScope = (table: string, scope: Scope): string =>
  scope === ALL_PROJECTS ? "" : ` AND ${table}.project = ?`;
const scopeValue = (scope: Scope): string[] => (scope === ALL_PROJECTS ? [] : [scope]);
