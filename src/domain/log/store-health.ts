import type { AuditVerdict } from "./audit.ts";

/** What `membria doctor` checks. */
export interface StoreHealth {
  /** What is stored where, for a person to read. */
  describe(): Promise<{
    name: string;
    location: string;
    version: string;
    facts: Record<string, string | number>;
    /** What is wrong and what to do, in a sentence; undefined if nothing is. */
    problem?: string | undefined;
  }>;
  /** The paths of the copies made before migrations. They still contain what is erased later. */
  copies(): Promise<readonly string[]>;
  /** Checks the audit log and the texts it has digests of, in slices, so that other work is not blocked. */
  verifyAudit(onProgress?: (done: number, total: number) => void): Promise<AuditVerdict>;
}
