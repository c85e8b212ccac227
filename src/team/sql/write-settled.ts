import {
  CHANGEABLE_KEYS,
  copyIntoLog,
  insertLink,
  insertProposal,
  isMerge,
  keepPassages,
  type LinkRow,
  type ProposalRow,
  passagesOfDecision,
  readLink,
  readProposal,
  type StoredWithdrawal,
} from "../../decisions/index.ts";
import { settleDecisions } from "../../learning/index.ts";
import { canonicalJson, type Json } from "../../shared/canonical-json.ts";
import { DECISION_ID, ID_PREFIX, LINK_ID } from "../../shared/ids.ts";
import type { Connection, Row, Sql } from "../../store/file/connection.ts";
import { type MemoryRow, readMemory } from "../../store/file/memory-row.ts";
import { yieldToEventLoop } from "../../store/file/yield-to-event-loop.ts";
import { OWN_ORIGIN } from "../../store/log/change.ts";
import { replacementId } from "../rules/decision-state.ts";
import type { LostClaim } from "../rules/team-store.ts";
import { type ClaimComponent, claimsAround } from "./claim-component.ts";
import { type SettledDecisionRow, settledDecision } from "./settled-decisions.ts";
import {
  claimedLink,
  type SettledLinkRow,
  type SettledProposalRow,
  settledLink,
  settledProposal,
} from "./settled-links.ts";
import { type Said, saidIn } from "./team-entries.ts";

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

/** The state that records have by everything that is known of them. */
interface SettledRecords {
  readonly decisions: readonly SettledDecisionRow[];
  readonly links: readonly SettledLinkRow[];
  readonly proposals: readonly SettledProposalRow[];
  readonly lost: readonly LostClaim[];
}

const PROPOSAL_ID = new RegExp(`^${ID_PREFIX.proposal}_`);

/** Works out the state of these records, and of those whose state follows from theirs. Reads only. */
export function settledRecords(sql: Sql, records: Iterable<string>, ownOrigin: string): SettledRecords {
  const said = saidIn(sql);
  const touched = new Set(records);
  const components: ClaimComponent[] = [];
  const around = new Map<string, ClaimComponent>();
  const links = new Map<string, SettledLinkRow>();
  for (const id of touched) {
    if (!DECISION_ID.test(id) || around.has(id) || isAsCaptured(sql, id)) continue;
    const component = claimsAround(said, id);
    components.push(component);
    for (const one of component.decisions) around.set(one, component);
    for (const link of claimedLink(said, component.claims, component.settled.won)) links.set(link.id, link);
  }
  for (const id of touched) {
    if (!LINK_ID.test(id) || links.has(id)) continue;
    const link = settledLink(said, id, ownOrigin);
    if (link) links.set(id, link);
  }
  const decisions = [...around].flatMap(([id, component]) => settledDecision(said, id, component) ?? []);
  const places = new Map(decisions.map(({ id, lost }) => [id, lost]));
  const proposals = new Map<string, SettledProposalRow>();
  // Also of decisions that are erased: whoever erased one may not have known that it had lost its place.
  for (const id of around.keys()) {
    const [proposal, lost] = [replacementId(id), places.get(id)];
    if (lost || touched.has(proposal) || isStored(sql, proposal))
      proposals.set(proposal, settledProposal(said, proposal, ownOrigin, lost));
  }
  for (const id of touched)
    if (PROPOSAL_ID.test(id) && !proposals.has(id)) proposals.set(id, settledAlone(said, id, ownOrigin));
  const all = [...proposals.values()];
  return {
    decisions,
    links: [...links.values()],
    proposals: all,
    lost: [
      ...lostBy(decisions, components, ownOrigin),
      ...[...links.values(), ...all].flatMap(({ lost }) => lost),
    ],
  };
}

/** Of most decisions that come in nothing is known but that they were made: they are as they came. */
function isAsCaptured(sql: Sql, decision: string): boolean {
  const [first, ...others] = sql.all<{ action: string; seq: number }>(
    "SELECT seq, action FROM audit WHERE subject = ? LIMIT 2",
    decision,
  );
  if (first?.action !== "decision.captured" || others.length > 0) return false;
  const touched = "SELECT 1 FROM change_refs WHERE record = ? AND change <> ? LIMIT 1";
  return sql.get(touched, decision, first.seq) === undefined;
}

/** A proposal that may follow from a lost place of a decision that was not touched itself. */
function settledAlone(said: Said, id: string, ownOrigin: string): SettledProposalRow {
  const draft = id.replace(PROPOSAL_ID, `${ID_PREFIX.decision}_`);
  const lost = settledDecision(said, draft, claimsAround(said, draft))?.lost;
  return settledProposal(said, id, ownOrigin, lost);
}

const isStored = (sql: Sql, proposal: string): boolean =>
  sql.get("SELECT 1 FROM proposals WHERE id = ?", proposal) !== undefined;

/** Places that this machine wanted and that others have. */
function lostBy(
  decisions: readonly SettledDecisionRow[],
  components: readonly ClaimComponent[],
  ownOrigin: string,
): LostClaim[] {
  return components.flatMap(({ claims, settled }) =>
    claims.flatMap((claim) => {
      const winner = settled.lost.get(claim);
      if (winner === undefined || claim.origin !== ownOrigin) return [];
      const isDraft = claim.made && decisions.some(({ id, lost }) => id === claim.by && lost);
      return [
        {
          subject: claim.target,
          winner,
          ...(isDraft && { draft: claim.by, proposal: replacementId(claim.by) }),
        },
      ];
    }),
  );
}

const SLICE = 100;

/**
 * Lets a memory that was made again from the log of another one say what that log settles: where several machines wrote,
 * the state does not follow from the order of the entries.
 */
export async function settleReplayed(from: Connection, to: Connection): Promise<void> {
  const records = await from.read(sharedRecords);
  for (let done = 0; done < records.length; done += SLICE) {
    const slice = records.slice(done, done + SLICE);
    const settled = await from.read((sql) => settledRecords(sql, slice, ""));
    await to.write((sql) => writeSettled(sql, settled));
    await yieldToEventLoop();
  }
}

/** What more than one machine wrote about. */
function sharedRecords(sql: Sql): string[] {
  const rows = sql.all<{ record: string }>(
    `WITH foreign_changes (seq) AS (SELECT seq FROM audit WHERE origin <> ${OWN_ORIGIN})
     SELECT subject AS record FROM audit WHERE seq IN foreign_changes
     UNION SELECT record FROM change_refs WHERE change IN foreign_changes`,
  );
  return rows.map(({ record }) => record);
}
