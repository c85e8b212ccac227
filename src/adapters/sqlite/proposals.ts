import { type Proposal, type ProposalState, proposalNotFound, requireDraft } from "../../domain/proposal.ts";
import type { ProposalStore } from "../../domain/proposal-store.ts";
import { ALL_PROJECTS, type Scope } from "../../domain/store.ts";
import { appendAudit } from "./audit-log.ts";
import type { Connection, Sql } from "./connection.ts";
import { captureDecision } from "./decisions.ts";
import { bodyOf, proposalOf, proposalsOn } from "./proposal-rows.ts";
import { evidenceByTarget } from "./target-evidence.ts";

export function sqliteProposals(connection: Connection): ProposalStore {
  return {
    addProposal: (proposal, act) =>
      connection.write((sql) => {
        const [open] = proposalsOn(sql, proposal.project, proposal.target).filter(isOpen);
        if (open) return { proposal: open, repeated: true };
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
        appendAudit(sql, act, "proposal.drafted", subjectOf(proposal), bodyOf(proposal));
        return { proposal, repeated: false };
      }),

    findProposal: (scope, id) => connection.read((sql) => find(sql, scope, id)),

    listProposals: (scope, state, limit) =>
      connection.read((sql) =>
        sql
          .all(
            `SELECT * FROM proposals WHERE (?1 = '${ALL_PROJECTS}' OR project = ?1) AND (?2 IS NULL OR state = ?2)
             ORDER BY seq DESC LIMIT ?3`,
            scope,
            state ?? null,
            limit,
          )
          .map(proposalOf),
      ),

    feedProposal: (scope, id, fed, act) =>
      connection.write((sql) => {
        const proposal: Proposal = { ...requireOpen(sql, scope, id), ...fed };
        sql.run(
          "UPDATE proposals SET fed_at = ?, body = ? WHERE id = ?",
          proposal.fedAt.getTime(),
          bodyOf(proposal),
          id,
        );
        appendAudit(sql, act, "proposal.fed", subjectOf(proposal), bodyOf(proposal));
        return proposal;
      }),

    closeProposal: (scope, id, state, act) =>
      connection.write((sql) => {
        const proposal = requireOpen(sql, scope, id);
        setState(sql, id, state);
        appendAudit(sql, act, `proposal.${state}`, subjectOf(proposal), state);
        return { ...proposal, state };
      }),

    acceptProposal: (scope, id, decision, act) =>
      connection.write((sql) => {
        const proposal = requireOpen(sql, scope, id);
        setState(sql, id, "accepted");
        appendAudit(sql, act, "proposal.accepted", subjectOf(proposal), decision.id);
        captureDecision(sql, decision, act);
        return { proposal: { ...proposal, state: "accepted" }, decision };
      }),

    evidenceByTarget: (project, wanted) => connection.read((sql) => evidenceByTarget(sql, project, wanted)),
  };
}

const subjectOf = ({ id, project }: Proposal) => ({ kind: "proposal", id, project }) as const;

const isOpen = ({ state }: Proposal): boolean => state === "draft";

function find(sql: Sql, scope: Scope, id: string): Proposal | undefined {
  const row = sql.get(
    `SELECT * FROM proposals WHERE id = ?1 AND (?2 = '${ALL_PROJECTS}' OR project = ?2)`,
    id,
    scope,
  );
  return row && proposalOf(row);
}

function requireOpen(sql: Sql, scope: Scope, id: string): Proposal {
  const proposal = find(sql, scope, id);
  if (!proposal) throw proposalNotFound(id, scope);
  requireDraft(proposal);
  return proposal;
}

function setState(sql: Sql, id: string, state: ProposalState): void {
  sql.run("UPDATE proposals SET state = ? WHERE id = ?", state, id);
}
