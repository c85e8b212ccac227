/** Calls of the view Audit: entries of the log, one of them whole, and whether its chain is whole. */

import * as z from "zod";
import { readLog } from "../../access/index.ts";
import { type LogVerdict, verifyLog } from "../../repair/index.ts";
import { Fault } from "../../shared/errors.ts";
import { ACTION_NAMES } from "../../store/log/audit-actions.ts";
import { logEntryFields } from "../record-fields.ts";
import { definePageCall } from "./page-call.ts";

export type AuditEntryResult = ReturnType<typeof logEntryFields>;

export interface ListAuditResult {
  /** The newest first, without what they wrote. */
  readonly entries: readonly AuditEntryResult[];
  /** How many fit that are older than these. */
  readonly earlier: number;
  /** The actions, and kinds of them, that entries can be asked for by. */
  readonly actions: readonly string[];
}

const { shape } = readLog.input;

export const listAuditCall = definePageCall({
  name: "list-audit",
  effect: "read",
  input: z.strictObject({
    action: shape.action,
    actor: shape.actor,
    record: shape.record,
    /** A date, or how long ago, such as `7d`. */
    since: shape.since,
    /** Only entries before this position. */
    before: shape.before,
    limit: z.number().int().min(1).max(200).default(50),
  }),
  async run(args, { perform }): Promise<ListAuditResult> {
    const { entries, earlier } = await perform(readLog, { ...args, counted: true });
    return { entries: entries.map(logEntryFields).reverse(), earlier, actions: ACTION_NAMES };
  },
});

/** An entry with what it wrote: `changes` is stored data. */
export const getAuditEntryCall = definePageCall({
  name: "get-audit-entry",
  effect: "read",
  input: z.strictObject({ position: z.number().int().min(1) }),
  async run({ position }, { perform }): Promise<AuditEntryResult> {
    const { entries } = await perform(readLog, { after: position - 1, limit: 1, withChanges: true });
    const [entry] = entries;
    if (entry?.seq !== position) throw noSuchEntry(position);
    return logEntryFields(entry);
  },
});

const noSuchEntry = (position: number): Fault =>
  new Fault("not_found", `The audit log of this project has no entry ${position}.`, {
    field: "position",
    received: position,
    reason: "entry_not_found",
    hint: "It may be of another project.",
  });

export const verifyAuditCall = definePageCall({
  name: "verify-audit",
  effect: "read",
  input: z.strictObject({}),
  run: async (_, { perform }): Promise<LogHealthResult> => logHealthResult(await perform(verifyLog, {})),
});

/** Whether the chain of the audit log is whole. */
export interface LogHealthResult {
  /** How many were checked and found right. */
  readonly entries: number;
  readonly head: string;
  /** The first inconsistency, in a sentence. Null if there is none. */
  readonly problem: string | null;
  /** When the memory was recovered from a damaged file, which explains what is missing. */
  readonly recovered_at: string | null;
}

export const logHealthResult = ({ entries, head, problem, recoveredAt }: LogVerdict): LogHealthResult => ({
  entries,
  head,
  problem: problem ?? null,
  recovered_at: recoveredAt?.toISOString() ?? null,
});
