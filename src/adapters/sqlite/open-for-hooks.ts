import type { HookStore } from "../../domain/hooks/hook-store.ts";
import type { Store } from "../../domain/store.ts";
import { sqliteBindings } from "./access/bindings.ts";
import { sqliteCheckpoints } from "./continuity/checkpoints.ts";
import { sqliteContexts } from "./continuity/contexts.ts";
import { sqliteDecisions } from "./decisions/decisions.ts";
import { sqliteOutcomes } from "./decisions/outcomes.ts";
import { sqliteHooks } from "./hooks/hook-store.ts";
import { sqliteDependences } from "./links/dependences.ts";
import { sqliteSearch } from "./recall/search.ts";
import { sqliteDecisionsAboutFile } from "./repository/decisions-about-file.ts";
import { sqliteReports } from "./repository/report-rows.ts";
import { connect } from "./shared/connection.ts";
import { formatOf } from "./shared/file-copies.ts";
import { FILE_FORMAT } from "./shared/file-format.ts";

/** A hook waits no longer for a writer, because a person waits for the hook. */
const WRITE_WITHIN_MS = 80;

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
 * The part of the store that hooks need, without what else opening a memory does. Undefined for a file of another format:
 * the next program that opens it whole brings it up to date.
 */
export async function openForHooks(path: string): Promise<StoreForHooks | undefined> {
  const connection = await connect(path, { deadlineMs: WRITE_WITHIN_MS });
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
