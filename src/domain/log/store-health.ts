import type { AuditVerdict } from "./audit.ts";

/** What `membria doctor` asks. */
export interface StoreHealth {
  /** What is stored where, in words a person can use. */
  describe(): Promise<{
    name: string;
    location: string;
    version: string;
    facts: Record<string, string | number>;
    /** What is wrong with it and what to do, in a sentence; undefined when all is well. */
    problem?: string | undefined;
  }>;
  /** Where copies lie that were made before the format changed. They keep what is erased later. */
  copies(): Promise<readonly string[]>;
  /** Walks the audit log, and the texts it vouches for, in slices that let other work through. */
  verifyAudit(onProgress?: (done: number, total: number) => void): Promise<AuditVerdict>;
}
