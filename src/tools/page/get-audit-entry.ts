import * as z from "zod";
import { readLog } from "../../app/log/read-log.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { logEntryFields } from "../log-entry-fields.ts";
import type { AuditEntryResult } from "./list-audit.ts";
import { definePageCall } from "./page-call.ts";

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
