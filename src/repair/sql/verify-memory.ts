import type { Memory } from "../../store/file/memory.ts";
import type { AuditVerdict } from "../../store/log/audit.ts";
import { verifyAuditLog } from "../../store/log/verify-audit.ts";
import { HASHED_TEXTS } from "./hashed-texts.ts";

/** Checks the audit log and the texts it has digests of, in slices, so that other work is not blocked. */
export const verifyAudit = (
  memory: Memory,
  onProgress?: (done: number, total: number) => void,
): Promise<AuditVerdict> => verifyAuditLog(memory, memory.types, HASHED_TEXTS, onProgress);
