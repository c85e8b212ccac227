import type { LogVerdict } from "../../app/log/verify-log.ts";

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
