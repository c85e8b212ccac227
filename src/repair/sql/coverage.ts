import { type Connection, connect, TEMPORARY } from "../../store/file/connection.ts";
import type { Memory } from "../../store/file/memory.ts";
import { migrate } from "../../store/file/migrate.ts";
import { type AuditVerdict, headPosition } from "../../store/log/audit.ts";
import type { Coverage } from "../../store/log/store-health.ts";
import { MIGRATIONS } from "../schema/index.ts";
import { replay } from "./replay.ts";
import { differences } from "./said-tables.ts";
import { verifyAudit } from "./verify-memory.ts";

/** As many as a person looks at. */
const MOST_NAMED = 5;
/** Others may write while the memories are compared. After this many tries the differences are taken for real. */
const TRIES = 5;

type OnProgress = (done: number, total: number) => void;

/**
 * Checks the audit log, makes all its changes again in an empty memory that leaves nothing behind, and compares what is
 * said in both. Takes about as long as making the changes took.
 */
export const checkCoverage = (memory: Memory, onProgress?: OnProgress): Promise<Coverage> =>
  coverageOf(memory, (verifying) => verifyAudit(memory, verifying), onProgress);

/** The same, of a file that may be damaged. */
export async function coverageOf(
  connection: Connection,
  verify: (onProgress: OnProgress) => Promise<AuditVerdict>,
  onProgress: OnProgress = () => {},
): Promise<Coverage> {
  // Half of the progress is the check of the log, and half is making the changes again.
  const { problem, entries } = await verify((done, total) => onProgress(done, total * 2));
  if (problem) return { changes: entries, problem, uncovered: [] };
  const copy = await connect(TEMPORARY);
  try {
    await migrate(copy, TEMPORARY, MIGRATIONS);
    // Nothing in it has to survive a power cut.
    await copy.outsideTransaction("PRAGMA synchronous = OFF");
    for (let tries = 1, changes = 0; ; tries++) {
      const total = await connection.read(headPosition);
      changes = await replay(connection, copy, changes, (done) => onProgress(total + done, total * 2));
      const uncovered = await differences(connection, copy, MOST_NAMED);
      const written = (await connection.read(headPosition)) > changes;
      if (uncovered.length === 0 || !written || tries === TRIES) return { changes, uncovered };
    }
  } finally {
    await copy.close();
  }
}
