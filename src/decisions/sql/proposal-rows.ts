/** Proposals as rows, and the changes of them that the log keeps. */

import type { Json } from "../../shared/canonical-json.ts";
import { DECISION_ID } from "../../shared/ids.ts";
import type { Screened } from "../../shared/text.ts";
import type { Sql } from "../../store/file/connection.ts";
import { type BodyRow, rowBody } from "../../store/file/memory-row.ts";
import { defineChange, emptyParts } from "../../store/log/change.ts";
import type { Decision } from "../rules/decision.ts";
import type { Proposal, ProposalState } from "../rules/proposal.ts";

const SCHEMA_VERSION = 1;
/** Per target: enough to know what was settled recently. */
const MOST_PER_TARGET = 20;

/** Newest first. */
export function proposalsOn(sql: Sql, project: string, target: string): Proposal[] {
  return sql
    .all<StoredProposalRow>(
      "SELECT * FROM proposals WHERE project = ? AND target = ? ORDER BY created_at DESC, id DESC LIMIT ?",
      project,
      target,
      MOST_PER_TARGET,
    )
    .map(proposalOf);
}

type Body = Pick<Proposal, "kind" | "statement" | "reasoning" | "domain" | "explanations" | "evidence">;

/** A proposal as it is stored, with its parsed body. */
export type ProposalRow = {
  readonly id: string;
  readonly project: string;
  readonly target: string;
  readonly state: string;
  readonly created_at: number;
  readonly fed_at: number;
  readonly body: { readonly [key: string]: Json | undefined };
};

export function proposalRow(proposal: Proposal): ProposalRow {
  const { kind, statement, reasoning, domain, explanations, evidence } = proposal;
  return {
    id: proposal.id,
    project: proposal.project,
    target: proposal.target,
    state: proposal.state,
    created_at: proposal.createdAt.getTime(),
    fed_at: proposal.fedAt.getTime(),
    body: { schema_version: SCHEMA_VERSION, kind, statement, reasoning, domain, explanations, evidence },
  };
}

export function insertProposal(sql: Sql, row: ProposalRow): void {
  sql.run(
    "INSERT INTO proposals (id, project, target, state, created_at, fed_at, body) VALUES (?, ?, ?, ?, ?, ?, ?)",
    row.id,
    row.project,
    row.target,
    row.state,
    row.created_at,
    row.fed_at,
    JSON.stringify(row.body),
  );
}

export function readProposal(sql: Sql, id: string): ProposalRow | undefined {
  const row = sql.get<{ body: string }>(
    "SELECT id, project, target, state, created_at, fed_at, body FROM proposals WHERE id = ?",
    id,
  );
  return row && ({ ...row, body: JSON.parse(row.body) as Json } as unknown as ProposalRow);
}

export type StoredProposalRow = BodyRow & {
  id: string;
  project: string;
  target: Screened;
  state: ProposalState;
  created_at: number;
  fed_at: number;
};

export function proposalOf(row: StoredProposalRow): Proposal {
  return {
    id: row.id,
    project: row.project,
    target: row.target,
    state: row.state,
    createdAt: new Date(row.created_at),
    fedAt: new Date(row.fed_at),
    ...rowBody<Body>(row),
  };
}

export const subjectOf = ({ id, project }: Proposal) => ({ kind: "proposal", id, project }) as const;

/** Its text is about itself and, if its target is a decision, about that. */
export const aboutProposal = ({ id, target }: { readonly id: string; readonly target: string }): string[] => [
  id,
  ...(DECISION_ID.test(target) ? [target] : []),
];

/**
 * The proposals that go when a decision is erased: those about it, and those about its topic, which is part of its text,
 * unless another decision has that topic too.
 */
export function proposalsAbout(sql: Sql, { id, project, topic }: Decision): string[] {
  const rows = sql.all<{ id: string }>(
    `SELECT id FROM proposals WHERE project = ?1 AND (target = ?2 OR (target = ?3 AND NOT EXISTS
       (SELECT 1 FROM memories m WHERE m.project = ?1 AND m.topic = ?3 AND m.topic_stated = 1 AND m.id <> ?2)))`,
    project,
    id,
    topic,
  );
  return rows.map((row) => row.id);
}

export function forgetProposals(sql: Sql, ids: readonly string[]): void {
  sql.run("DELETE FROM proposals WHERE id IN (SELECT value FROM json_each(?))", JSON.stringify(ids));
  emptyParts(sql, ids);
}

export const proposalDrafted = defineChange<"proposal.drafted", ProposalRow>({
  action: "proposal.drafted",
  version: 1,
  apply(sql, [row]) {
    if (row) insertProposal(sql, row);
  },
});

/** The evidence that was added, under the names that it has in a row. */
type Fed = { readonly fed_at: number; readonly reasoning: string; readonly evidence: readonly string[] };

export const proposalFed = defineChange<"proposal.fed", Fed>({
  action: "proposal.fed",
  version: 1,
  apply(sql, [fed], { subject }) {
    if (!fed) return;
    const { fed_at, reasoning, evidence } = fed;
    sql.run(
      "UPDATE proposals SET fed_at = ?, body = json_patch(body, ?) WHERE id = ?",
      fed_at,
      JSON.stringify({ reasoning, evidence }),
      subject,
    );
  },
});

const closed = <S extends Exclude<ProposalState, "draft">>(state: S) =>
  defineChange<`proposal.${S}`, Record<string, never>>({
    action: `proposal.${state}`,
    version: 1,
    apply(sql, _, { subject }) {
      sql.run("UPDATE proposals SET state = ? WHERE id = ?", state, subject);
    },
  });
export const proposalClosed = {
  accepted: closed("accepted"),
  rejected: closed("rejected"),
  expired: closed("expired"),
} as const;
