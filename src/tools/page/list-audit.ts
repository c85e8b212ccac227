import * as z from "zod";
import { readLog } from "../../app/log/read-log.ts";
import { ACTION_NAMES } from "../../domain/log/audit-actions.ts";
import { logEntryFields } from "../log-entry-fields.ts";
import { definePageCall } from "./page-call.ts";

export type AuditEntryResult = ReturnType<typeof logEntryFields>;

export interface ListAuditResult {
  /** The newest first, without what they wrote. */
  readonly entries: readonly AuditEntryResult[];
  /** How many fit that are older than these. */
  readonly earlier: number;
  /** What entries can be asked for: actions, and kinds of them. */
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
