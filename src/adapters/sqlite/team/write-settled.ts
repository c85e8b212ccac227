import { canonicalJson, type Json } from "../../../domain/shared/canonical-json.ts";
import { passagesOfDecision } from "../decisions/decision-passages.ts";
import type { StoredWithdrawal } from "../decisions/history-rows.ts";
import { isMerge } from "../decisions/merged-decisions.ts";
import { keepPassages } from "../decisions/passage-rows.ts";
import { CHANGEABLE_KEYS } from "../decisions/rows.ts";
import { copyIntoLog } from "../links/link-pointers.ts";
import { insertLink, type LinkRow, readLink } from "../links/link-rows.ts";
import { settleDecisions } from "../moving/settle-decisions.ts";
import { insertProposal, type ProposalRow, readProposal } from "../proposals/proposal-rows.ts";
import type { Row, Sql } from "../shared/connection.ts";
import { type MemoryRow, readMemory } from "../shared/memory-row.ts";
import type { SettledRecords } from "./settle-records.ts";
import type { SettledDecisionRow } from "./settled-decisions.ts";
import type { SettledLinkRow } from "./settled-links.ts";
import type { SettledProposalRow } from "./settled-proposals.ts";

/** Lets the rows say what was settled. Returns the decisions whose current outcome is another one now. */
export function writeSettled(sql: Sql, { decisions, links, proposals }: SettledRecords): string[] {
  // First, because they say which decisions count as one.
  for (const link of links) writeLink(sql, link);
  for (const decision of decisions) writeDecision(sql, decision);
  const before = new Map(
    decisions
      .map(({ id }) => [id, countingOf(sql, id)] as const)
      .filter(([, counting]) => counting?.["may_change"] === 1),
  );
  settleDecisions(sql, [...before.keys()]);
  for (const proposal of proposals) writeProposal(sql, proposal);
  return [...before]
    .filter(([id, counting]) => countingOf(sql, id)?.["outcome_id"] !== counting?.["outcome_id"])
    .map(([id]) => id);
}

/** The outcome that counts for a decision: the last one, unless it is, or was a moment ago, merged with others. */
const countingOf = (sql: Sql, id: string): Row | undefined =>
  sql.get(
    `SELECT outcome_id, outcome_id IS NOT (SELECT id FROM outcomes
         WHERE decision_id = ?1 AND withdrawn IS NULL ORDER BY at DESC, id DESC LIMIT 1)
       OR EXISTS (SELECT 1 FROM outcomes o WHERE o.decision_id = ?1 AND o.counts <> (o.id IS memories.outcome_id))
       OR EXISTS (SELECT 1 FROM links l WHERE l.from_id = ?1 AND ${isMerge("l")})
       OR EXISTS (SELECT 1 FROM links l WHERE l.to_id = ?1 AND ${isMerge("l")}) AS may_change
     FROM memories WHERE id = ?1`,
    id,
  );

function writeLink(sql: Sql, { id, row }: SettledLinkRow): void {
  const known = readLink(sql, id);
  if (!row) {
    if (!known) return;
    copyIntoLog(sql, [id]);
    sql.run("DELETE FROM links WHERE id = ?", id);
  } else if (!known) insertLink(sql, row);
  else if (!isSame(known, row)) {
    copyIntoLog(sql, [id]);
    sql.run(
      "UPDATE links SET from_id = ?, to_id = ?, relation = ?, state = ?, at = ?, body = ? WHERE id = ?",
      row.from_id,
      row.to_id,
      row["relation"] as string,
      row["state"] as string,
      row["at"] as number,
      JSON.stringify(row.body),
      id,
    );
  }
}

const isSame = (a: LinkRow | ProposalRow, b: LinkRow | ProposalRow): boolean =>
  canonicalJson(a as unknown as Json) === canonicalJson(b as unknown as Json);

function writeDecision(sql: Sql, { id, state, withdrawn }: SettledDecisionRow): void {
  const before = readMemory(sql, id);
  if (!before) return;
  const timesOf = <T extends { readonly at: Date }>(remarks: readonly T[]) =>
    remarks.map((remark) => ({ ...remark, at: remark.at.getTime() })) as unknown as Json;
  const changeable: { readonly [key: string]: Json | undefined } = {
    linked_pr: state.linkedPr,
    linked_commit: state.linkedCommit,
    // Nobody else has a say in it, so it is what was applied here.
    captured_in: before.body["captured_in"],
    confidence_updates: timesOf(state.confidenceUpdates),
    notes: timesOf(state.notes),
    anchors: state.anchors && timesOf(state.anchors),
    assumption_states: state.assumptionStates && timesOf(state.assumptionStates),
  };
  const known = Object.fromEntries(CHANGEABLE_KEYS.map((key) => [key, before.body[key]]));
  const { standing, progress } = state;
  const after: MemoryRow = {
    ...before,
    standing,
    progress,
    updated_at: state.updatedAt.getTime(),
    body: { ...before.body, ...changeable },
  };
  const hasOtherText = canonicalJson(changeable) !== canonicalJson(known);
  const isOther =
    standing !== before.standing || progress !== before.progress || after.updated_at !== before.updated_at;
  if (hasOtherText || isOther) storeDecision(sql, after, hasOtherText);
  for (const [outcome, { at, by }] of withdrawn) writeWithdrawal(sql, outcome, { at, by });
}

function storeDecision(sql: Sql, row: MemoryRow, hasOtherText: boolean): void {
  const { seq } = sql.get(
    "UPDATE memories SET standing = ?, progress = ?, updated_at = ?, body = ? WHERE id = ? RETURNING seq",
    row.standing,
    row.progress,
    row.updated_at,
    JSON.stringify(row.body),
    row.id,
  ) as Row & { seq: number };
  if (hasOtherText) keepPassages(sql, seq, passagesOfDecision(sql, row));
}

/** A decision and its duplicates may have been reopened by several machines: the first of them withdrew the outcome. */
function writeWithdrawal(sql: Sql, outcome: string, withdrawal: StoredWithdrawal): void {
  sql.run(
    `UPDATE outcomes SET withdrawn = ?1 WHERE id = ?2 AND (withdrawn IS NULL OR json_extract(withdrawn, '$.at') > ?3)`,
    JSON.stringify(withdrawal),
    outcome,
    withdrawal.at,
  );
}

function writeProposal(sql: Sql, { id, row }: SettledProposalRow): void {
  const known = readProposal(sql, id);
  if (!row) {
    if (known) sql.run("DELETE FROM proposals WHERE id = ?", id);
  } else if (!known) insertProposal(sql, row);
  else if (!isSame(known, row))
    sql.run(
      "UPDATE proposals SET state = ?, created_at = ?, fed_at = ?, body = ? WHERE id = ?",
      row.state,
      row.created_at,
      row.fed_at,
      JSON.stringify(row.body),
      id,
    );
}
