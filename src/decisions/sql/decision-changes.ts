/** The changes of decisions that the log keeps: captured, updated, retracted, superseded. */

import { MEMORY_AUTHOR } from "../../shared/actor.ts";
import { canonicalJson, type Json } from "../../shared/canonical-json.ts";
import type { Screened } from "../../shared/text.ts";
import type { Sql } from "../../store/file/connection.ts";
import { type BeforeMoves, insertMemory, type MemoryRow, readMemory } from "../../store/file/memory-row.ts";
import { defineChange } from "../../store/log/change.ts";
import type { StoredAuthor } from "../../store/log/people.ts";
import type { JudgedAssumption } from "../rules/assumption.ts";
import type { CapturedIn } from "../rules/captured-in.ts";
import { type Anchor, type ChangeableState, changeDecision, type DecisionChange } from "../rules/decision.ts";
import { decisionPassages } from "../rules/passages.ts";
import { CHANGEABLE_KEYS, decisionOfMemory } from "./decision-rows.ts";
import { passagesOfDecision } from "./history-rows.ts";
import { addPassages, indexDecision, keepPassages } from "./index-decision.ts";
import { rowInFirstWords } from "./revisions.ts";

/** The row, or the first revision of it, says what was captured; the log has how it began, if not as a new decision does. */
export type PointerToDecision = { readonly row: string } & FirstState;

export function wholeDecision(sql: Sql, { row: id, ...first }: PointerToDecision): MemoryRow | undefined {
  const row = readMemory(sql, id);
  return row && rowAtFirst(rowInFirstWords(sql, row), first);
}

/** Adds the row, its words and its place in the queue of texts to embed. */
export function addDecisionRow(sql: Sql, row: MemoryRow): void {
  indexDecision(sql, insertMemory(sql, row), decisionOfMemory(row));
}

export const decisionCaptured = defineChange<"decision.captured", MemoryRow>({
  action: "decision.captured",
  version: 1,
  apply(sql, [row]) {
    if (row) addDecisionRow(sql, row);
  },
  whole: (sql, stored) => wholeDecision(sql, stored as PointerToDecision),
});

/** The fields of the change under the names that they have in a row. */
type StoredDecisionChange = {
  readonly standing?: string | undefined;
  readonly progress?: string | undefined;
  readonly confidence?: number | undefined;
  readonly note?: string | undefined;
  readonly linked_pr?: string | undefined;
  readonly linked_commit?: string | undefined;
  readonly captured_in?: CapturedIn | undefined;
  readonly anchor?: Anchor | undefined;
  readonly assumption?: JudgedAssumption | undefined;
  readonly by: StoredAuthor;
  /** The proposal that was accepted or rejected by it: it holds only if nobody else was first. */
  readonly proposal?: string | undefined;
};

export const storedChange = (
  change: DecisionChange,
  by: StoredAuthor,
  proposal?: string,
): StoredDecisionChange => ({
  standing: change.standing,
  progress: change.progress,
  confidence: change.confidence,
  note: change.note,
  linked_pr: change.linkedPr,
  linked_commit: change.linkedCommit,
  captured_in: change.capturedIn,
  ...(change.anchor && { anchor: change.anchor }),
  assumption: change.assumption,
  by,
  ...(proposal !== undefined && { proposal }),
});

const changed = <A extends "decision.updated" | "decision.retracted">(action: A) =>
  defineChange<A, StoredDecisionChange>({
    action,
    version: 1,
    apply(sql, [change], { subject, at }) {
      if (change) changeDecisionRow(sql, subject, change, at);
    },
  });
export const decisionUpdated = changed("decision.updated");
export const decisionRetracted = changed("decision.retracted");

type StoredRemarks = readonly { readonly at: number; readonly by: StoredAuthor }[];

/** People stay ids here, because a name may have been erased. */
export function changeDecisionRow(sql: Sql, id: string, change: StoredDecisionChange, at: Date): void {
  const row = sql.get<{
    body: string;
    updated_at: number;
    standing: string | null;
    progress: string | null;
    seq: number;
  }>("SELECT seq, standing, progress, updated_at, body FROM memories WHERE id = ? AND type = 'decision'", id);
  if (!row) return;
  const body = JSON.parse(row.body) as { readonly [key: string]: Json | undefined };
  const datesOf = (remarks: Json | undefined) =>
    ((remarks ?? []) as StoredRemarks).map((remark) => ({ ...remark, at: new Date(remark.at) }));
  const before = {
    updatedAt: new Date(row.updated_at),
    standing: row.standing,
    progress: row.progress,
    linkedPr: body["linked_pr"],
    linkedCommit: body["linked_commit"],
    capturedIn: body["captured_in"],
    confidenceUpdates: datesOf(body["confidence_updates"]),
    notes: datesOf(body["notes"]),
    anchors: body["anchors"] && datesOf(body["anchors"]),
    ...(body["assumption_states"] && { assumptionStates: datesOf(body["assumption_states"]) }),
  } as unknown as ChangeableState<StoredAuthor>;
  const { linked_pr, linked_commit, captured_in: capturedIn, by, proposal: _, ...rest } = change;
  const asked = { ...rest, linkedPr: linked_pr, linkedCommit: linked_commit, capturedIn } as DecisionChange;
  const after = changeDecision(before, asked, by, at);
  const timesOf = <T extends { readonly at: Date }>(remarks: readonly T[]) =>
    remarks.map((remark) => ({ ...remark, at: remark.at.getTime() }));
  sql.run(
    "UPDATE memories SET standing = ?, progress = ?, updated_at = ?, body = json_patch(body, ?) WHERE id = ?",
    after.standing,
    after.progress,
    after.updatedAt.getTime(),
    JSON.stringify({
      linked_pr: after.linkedPr,
      linked_commit: after.linkedCommit,
      captured_in: after.capturedIn,
      confidence_updates: timesOf(after.confidenceUpdates),
      notes: timesOf(after.notes),
      anchors: after.anchors && timesOf(after.anchors),
      assumption_states: after.assumptionStates && timesOf(after.assumptionStates),
    }),
    id,
  );
  const seq = row.seq;
  if (replacesText(before, after))
    keepPassages(sql, seq, passagesOfDecision(sql, readMemory(sql, id) as MemoryRow));
  else {
    const added = { ...asked, notes: asked.note === undefined ? [] : [{ text: asked.note }], evidence: [] };
    addPassages(sql, seq, decisionPassages(added));
  }
}

/** Whether a text that can be searched for is no longer there. Notes are only added. */
function replacesText(before: ChangeableState<unknown>, after: ChangeableState<unknown>): boolean {
  const texts = (state: ChangeableState<unknown>) => [
    state.linkedPr,
    state.linkedCommit,
    state.capturedIn?.exchange,
  ];
  const now = texts(after);
  return texts(before).some((text, n) => text !== undefined && text !== now[n]);
}

/** First who replaced it, and the link that says so; then, apart because it is text, why. */
type Superseded =
  | {
      readonly by: string;
      readonly link: string;
      /** Set if the newer decision was made in order to replace this one. */
      readonly made?: true;
    }
  | { readonly reason: string };

export const decisionSuperseded = defineChange<"decision.superseded", Superseded>({
  action: "decision.superseded",
  version: 1,
  apply(sql, [replacement, text], { subject, project, at }) {
    const { by, link } = replacement as { by: string; link: string };
    const reason = ((text as { reason: Screened } | undefined)?.reason ?? "") as Screened;
    // If the newer decision was erased since, the older one is still replaced.
    sql.run(
      `INSERT INTO links (id, project, from_id, to_id, relation, state, at, body)
       SELECT ?, ?, newer.id, older.id, 'supersedes', 'active', ?, ? FROM memories newer, memories older
       WHERE newer.id = ? AND older.id = ?`,
      link,
      project,
      at.getTime(),
      JSON.stringify({
        schema_version: 1,
        origin: "memory",
        reason,
        proposed_by: MEMORY_AUTHOR,
        reviews: [],
      }),
      by,
      subject,
    );
    sql.run(
      "UPDATE memories SET standing = 'superseded', updated_at = max(updated_at, ?) WHERE id = ?",
      at.getTime(),
      subject,
    );
  },
});

/** The parts of a row that may change later, with the values that a new decision has. */
const FIRST_STATE = {
  standing: "active",
  progress: "pending",
  body: { confidence_updates: [], notes: [] },
} as const;

/** How a decision began, as far as it is not what a new one has. The rest of the row changes with a revision only. */
export type FirstState = {
  readonly standing?: string | number | null;
  readonly progress?: string | number | null;
  readonly updated_at?: string | number | null;
  readonly body?: { readonly [key: string]: Json | undefined };
} & BeforeMoves;

export function firstStateOf({ standing, progress, created_at, updated_at, body }: MemoryRow): FirstState {
  const changeable = Object.fromEntries(CHANGEABLE_KEYS.map((key) => [key, body[key]]));
  const isNew = canonicalJson(changeable) === canonicalJson(FIRST_STATE.body);
  return {
    ...(standing !== FIRST_STATE.standing && { standing }),
    ...(progress !== FIRST_STATE.progress && { progress }),
    ...(updated_at !== created_at && { updated_at }),
    ...(!isNew && { body: changeable }),
  };
}

/** The row of a decision as it began, from its first words and its first state. */
export function rowAtFirst(row: MemoryRow, first: FirstState): MemoryRow {
  const kept = { ...row.body };
  for (const key of CHANGEABLE_KEYS) delete kept[key];
  return {
    ...row,
    project: first.project ?? row.project,
    context_hash: first.context_hash ?? row.context_hash,
    standing: first.standing ?? FIRST_STATE.standing,
    progress: first.progress ?? FIRST_STATE.progress,
    updated_at: first.updated_at ?? row.created_at,
    body: { ...kept, ...(first.body ?? FIRST_STATE.body) },
  };
}
