import { sqliteBindings } from "../access/index.ts";
import { sqliteDecisions, sqliteDependences, sqliteOutcomes } from "../decisions/index.ts";
import { type HookStore, sqliteHooks } from "../hooks/index.ts";
import { sqliteSearch } from "../recall/index.ts";
import { sqliteDecisionsAboutFile, sqliteReports } from "../repository/index.ts";
import { sqliteCheckpoints, sqliteContexts } from "../sessions/index.ts";
import { connect } from "../store/file/connection.ts";
import { FILE_FORMAT } from "../store/file/database-file.ts";
import { formatOf } from "../store/file/file-copies.ts";
import type { Store } from "./store.ts";

type StoreForHooks = HookStore &
  Pick<
    Store,
    | "findCandidates"
    | "decisionsById"
    | "findDecision"
    | "updateDecision"
    | "listDecisions"
    | "historiesOf"
    | "dueDecisions"
    | "latestCheckpoint"
    | "memoryChangesSince"
    | "bindName"
    | "nameStanding"
    | "saveContext"
    | "decisionsAboutFile"
    | "dependencesOf"
    | "decisionsWithReports"
    | "reportsOf"
    | "close"
  >;

/**
 * The part of the store that hooks need, without what else opening a memory does. It waits for a writer at most as long as
 * it is told, because a person waits for the hook. Undefined for a file of another format:
 * the next program that opens it whole brings it up to date.
 */
export async function openForHooks(path: string, deadlineMs: number): Promise<StoreForHooks | undefined> {
  const connection = await connect(path, { deadlineMs });
  // What hooks note may be lost with the power; waiting for the disk would cost a person more.
  await connection.outsideTransaction("PRAGMA synchronous = NORMAL");
  if ((await connection.read(formatOf)) !== FILE_FORMAT) {
    await connection.close();
    return undefined;
  }
  return {
    ...sqliteDecisions(connection),
    ...sqliteOutcomes(connection),
    ...sqliteSearch(connection),
    ...sqliteCheckpoints(connection),
    ...sqliteBindings(connection),
    ...sqliteContexts(connection),
    ...sqliteDependences(connection),
    ...sqliteHooks(connection),
    ...sqliteReports(connection),
    ...sqliteDecisionsAboutFile(connection),
    close: () => connection.close(),
  };
}
