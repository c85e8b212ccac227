import type { Decision } from "../../../domain/decisions/decision.ts";
import type { Proposal, ProposalState } from "../../../domain/proposals/proposal.ts";
import type { Act } from "../../../domain/shared/act.ts";
import type { Screened } from "../../../domain/shared/text.ts";
import { appendAudit } from "../log/audit-log.ts";
import type { Row, Sql } from "../shared/connection.ts";
import { rowBody } from "../shared/row-body.ts";

const SCHEMA_VERSION = 1;
/** Per target: enough to know what was settled recently. */
const MOST_PER_TARGET = 20;

/** Newest first. */
export function proposalsOn(sql: Sql, project: string, target: string): Proposal[] {
  return sql
    .all(
      "SELECT * FROM proposals WHERE project = ? AND target = ? ORDER BY created_at DESC, id DESC LIMIT ?",
      project,
      target,
      MOST_PER_TARGET,
    )
    .map(proposalOf);
}

type Body = Pick<Proposal, "kind" | "statement" | "reasoning" | "domain" | "explanations" | "evidence">;

export function bodyOf({ kind, statement, reasoning, domain, explanations, evidence }: Body): string {
  return JSON.stringify({
    schema_version: SCHEMA_VERSION,
    kind,
    statement,
    reasoning,
    domain,
    explanations,
    evidence,
  });
}

export function proposalOf(row: Row): Proposal {
  return {
    id: row["id"] as string,
    project: row["project"] as string,
    target: row["target"] as Screened,
    state: row["state"] as ProposalState,
    createdAt: new Date(row["created_at"] as number),
    fedAt: new Date(row["fed_at"] as number),
    ...rowBody<Body>(row),
  };
}

export const subjectOf = ({ id, project }: Proposal) => ({ kind: "proposal", id, project }) as const;

export function insertProposal(sql: Sql, proposal: Proposal): void {
  sql.run(
    "INSERT INTO proposals (id, project, target, state, created_at, fed_at, body) VALUES (?, ?, ?, ?, ?, ?, ?)",
    proposal.id,
    proposal.project,
    proposal.target,
    proposal.state,
    proposal.createdAt.getTime(),
    proposal.fedAt.getTime(),
    bodyOf(proposal),
  );
}

export function draftProposal(sql: Sql, proposal: Proposal, act: Act): void {
  insertProposal(sql, proposal);
  appendAudit(sql, act, "proposal.drafted", subjectOf(proposal), bodyOf(proposal));
}

/** Called when a decision is erased. Its topic is part of its text, so it goes too unless another decision has it. */
export function forgetProposals(sql: Sql, { id, project, topic }: Decision): void {
  const gone = `project = ?1 AND (target = ?2 OR (target = ?3 AND NOT EXISTS
    (SELECT 1 FROM memories m WHERE m.project = ?1 AND m.topic = ?3 AND m.topic_stated = 1)))`;
  const values = [project, id, topic];
  sql.run(
    `UPDATE audit SET salt = NULL WHERE subject IN (SELECT id FROM proposals WHERE ${gone})`,
    ...values,
  );
  sql.run(`DELETE FROM proposals WHERE ${gone}`, ...values);
}
