import * as z from "zod";
import { type Call, defineOperation } from "../../shared/operations/operation.ts";
import { requireWholeMemory } from "../../shared/operations/whole-memory.ts";
import { ALL_PROJECTS } from "../../shared/scope.ts";
import type { Memory } from "../../store/file/memory.ts";
import type { AuditVerdict } from "../../store/log/audit.ts";
import { readEntries } from "../../store/log/read-log.ts";
import { verifyAudit } from "../sql/verify-memory.ts";

export interface LogVerdict extends AuditVerdict {
  /** When the memory was last recovered from a damaged file, which explains what is missing. */
  readonly recoveredAt?: Date | undefined;
}

export const verifyLog = defineOperation({
  name: "verify-log",
  summary: "Check that nobody changed the audit log.",
  effect: "read",
  role: "admin",
  input: z.strictObject({}),
  run(_, { memory }: { readonly memory: Memory }, call): Promise<LogVerdict> {
    requireWholeMemory(call);
    return verdictOn(memory, call.progress);
  },
});

export async function verdictOn(memory: Memory, onProgress: Call["progress"]): Promise<LogVerdict> {
  const verdict = await verifyAudit(memory, (done, total) => onProgress(done, total, "audit"));
  if (verdict.problem === undefined) return verdict;
  const filter = { scope: ALL_PROJECTS, actions: ["memory.recovered"] } as const;
  const [recovered] = await readEntries(memory, filter, {}, 1);
  return { ...verdict, recoveredAt: recovered?.at };
}
