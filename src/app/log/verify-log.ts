import * as z from "zod";
import type { AuditVerdict } from "../../domain/log/audit.ts";
import type { LogStore } from "../../domain/log/log-store.ts";
import type { StoreHealth } from "../../domain/log/store-health.ts";
import { ALL_PROJECTS } from "../../domain/shared/scope.ts";
import { type Call, defineOperation } from "../shared/operation.ts";
import { requireWholeMemory } from "../shared/whole-memory.ts";

export interface LogVerdict extends AuditVerdict {
  /** When the memory was last recovered from a damaged file, which explains what is missing. */
  readonly recoveredAt?: Date | undefined;
}

type VerifiedStore = LogStore & Pick<StoreHealth, "verifyAudit">;

export const verifyLog = defineOperation({
  name: "verify-log",
  summary: "Check that nobody changed the audit log.",
  effect: "read",
  role: "admin",
  input: z.strictObject({}),
  run(_, { store }: { readonly store: VerifiedStore }, call): Promise<LogVerdict> {
    requireWholeMemory(call);
    return verdictOn(store, call.progress);
  },
});

export async function verdictOn(store: VerifiedStore, onProgress: Call["progress"]): Promise<LogVerdict> {
  const verdict = await store.verifyAudit((done, total) => onProgress(done, total, "audit"));
  if (verdict.problem === undefined) return verdict;
  const filter = { scope: ALL_PROJECTS, actions: ["memory.recovered"] } as const;
  const [recovered] = await store.readLog(filter, {}, 1);
  return { ...verdict, recoveredAt: recovered?.at };
}
