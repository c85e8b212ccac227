import { sqliteBindings, sqliteKeys } from "../access/index.ts";
import { sqliteStats, sqliteTallies } from "../calibration/index.ts";
import { sqliteDecisions, sqliteLinks, sqliteOutcomes, sqliteProposals } from "../decisions/index.ts";
import { sqliteHooks } from "../hooks/index.ts";
import { sqliteAnomalies, sqliteGuidance, sqliteSkills } from "../learning/index.ts";
import {
  editDecision,
  erasePerson,
  sqliteErasures,
  sqlitePlaces,
  sqliteProjects,
} from "../portability/index.ts";
import { sqliteEmbeddings, sqliteMemories, sqliteSearch } from "../recall/index.ts";
import { CHANGE_TYPES, describeFile, ensureMemory, MIGRATIONS, UNSAFE_SQLITE } from "../repair/index.ts";
import { sqliteDecisionsAboutFile } from "../repository/index.ts";
import { sqliteCheckpoints, sqliteContexts, sqliteInsights } from "../sessions/index.ts";
import { Fault } from "../shared/errors.ts";
import type { Log } from "../shared/ports.ts";
import { type Connection, connect } from "../store/file/connection.ts";
import { ensureFile, fileKind, isShorterThanStated } from "../store/file/database-file.ts";
import { sqliteInUse } from "../store/file/driver.ts";
import { type ErasureFinisher, finishErasures } from "../store/file/erasure.ts";
import { damagedFile } from "../store/file/faults.ts";
import {
  copiesOf,
  formatOf,
  namedBackups,
  setAsideFiles,
  sweepUnfinishedCopies,
} from "../store/file/file-copies.ts";
import { migrate, newerFile } from "../store/file/migrate.ts";
import {
  connectForReading,
  MAKE_WRITABLE,
  olderReadOnlyFile,
  whyReadOnly,
} from "../store/file/read-only-file.ts";
import type { AuditVerdict } from "../store/log/audit.ts";
import type { ChangeTypes } from "../store/log/change.ts";
import { sqliteFeed } from "../store/log/feed.ts";
import { listPeople } from "../store/log/people.ts";
import { sqliteLog } from "../store/log/read-log.ts";
import { loadedLater, movingLater, teamsLater } from "./loaded-later.ts";
import { readOnlyStore } from "./read-only-store.ts";
import { recordObservations } from "./record-observations.ts";
import type { Store } from "./store.ts";

const TYPES = CHANGE_TYPES as unknown as ChangeTypes;
const seldomUsed = () => import("./seldom-used.ts");

/** Opens the memory in a SQLite file. Any number of processes may have it open. */
export async function openSqliteStore(path: string, log: Log): Promise<Store> {
  const kind = fileKind(path);
  if (kind === "foreign") throw foreignFile(path);
  if (kind === "damaged") throw damagedFile(path);
  if (kind === "ours" && isShorterThanStated(path) && (await seldomUsed()).lacksPages(path))
    throw damagedFile(path);
  const because = kind === "ours" ? whyReadOnly(path) : undefined;
  if (because !== undefined) return openReadOnly(path, because, log);
  await ensureMemory(path);
  ensureFile(path);
  const connection = await connect(path);
  if (!(await sqliteInUse()).isSafe) log.warn(UNSAFE_SQLITE);
  return storeOver(connection, path, log);
}

/** Opens it without writing anything beside the file. @throws Fault if it has another format. */
export async function openReadOnly(path: string, because: string, log: Log): Promise<Store> {
  const connection = await connectForReading(path, because);
  try {
    const format = await connection.read(formatOf);
    if (format > MIGRATIONS.length) throw newerFile(path, format, MIGRATIONS.length);
    if (format < MIGRATIONS.length) throw olderReadOnlyFile(path, because);
  } catch (error) {
    await connection.close();
    throw error;
  }
  log.info("The memory file can only be read.", { because });
  const problem = `The file is read-only: ${because}. What is written is refused. ${MAKE_WRITABLE}`;
  const nothingToFinish: ErasureFinisher = {
    lookLater: () => {},
    settled: async () => {},
    stop: async () => {},
  };
  return readOnlyStore(
    makeStore(connection, path, { feed: sqliteFeed(connection, log), erasures: nothingToFinish }),
    problem,
  );
}

/** Opens it over an existing connection to the file at `path`. Closing the store closes the connection. */
export async function storeOver(file: Connection, path: string, log: Log): Promise<Store> {
  const feed = sqliteFeed(file, log);
  let erasures: ErasureFinisher | undefined;
  const connection: Connection = {
    ...file,
    async write(work, meanwhile) {
      const result = await file.write(work, meanwhile);
      feed.noticeOwnWrite();
      erasures?.lookLater();
      return result;
    },
  };
  try {
    const { from, to, copy } = await migrate(file, path, MIGRATIONS);
    if (from > 0 && from < to)
      log.info("The memory file was brought to the newest format.", { from, to, copy });
  } catch (error) {
    await file.close();
    throw error;
  }
  erasures = finishErasures(file, log);
  const swept = sweepUnfinishedCopies(file).catch((error: unknown) => {
    log.warn("Unfinished copies of the memory file could not be removed.", { error });
  });
  return makeStore(connection, path, { feed, erasures, swept });
}

interface StoreUpkeep {
  readonly feed: ReturnType<typeof sqliteFeed>;
  readonly erasures: ErasureFinisher;
  /** Resolves when the unfinished copies of others are removed. */
  readonly swept?: Promise<unknown> | undefined;
}

function makeStore(connection: Connection, path: string, { feed, erasures, swept }: StoreUpkeep): Store {
  return {
    ...sqliteDecisions(connection),
    editDecision: (scope, ref, revision, act) =>
      connection.write((sql) => editDecision(sql, scope, ref, revision, act)),
    ...sqliteErasures(connection),
    listPeople: () => listPeople(connection),
    erasePerson: (id, act) => erasePerson(connection, id, act),
    ...sqliteTallies(connection),
    ...sqliteOutcomes(connection),
    ...loadedLater("corrections", async () => (await seldomUsed()).sqliteCorrections(connection)),
    ...sqliteProposals(connection),
    ...sqliteEmbeddings(connection),
    ...sqliteSearch(connection),
    ...sqliteCheckpoints(connection),
    ...sqliteAnomalies(connection),
    ...sqliteSkills(connection),
    ...sqliteGuidance(connection),
    ...sqliteKeys(connection),
    ...sqliteBindings(connection),
    ...loadedLater("pageSessions", async () => (await seldomUsed()).sqlitePageSessions(connection)),
    ...movingLater(connection, async () => (await seldomUsed()).sqliteMoving(connection)),
    ...sqliteProjects(connection),
    ...sqlitePlaces(connection),
    ...sqliteInsights(connection),
    ...sqliteMemories(connection),
    ...sqliteContexts(connection),
    ...sqliteLinks(connection),
    ...sqliteStats(connection),
    ...loadedLater("pageReads", async () => {
      const { sqliteOutcomeGroups, sqliteDecisionGraph } = await seldomUsed();
      return { ...sqliteOutcomeGroups(connection), ...sqliteDecisionGraph(connection) };
    }),
    ...sqliteHooks(connection),
    ...sqliteDecisionsAboutFile(connection),
    ...loadedLater("anchors", async () => (await seldomUsed()).sqliteAnchors(connection)),
    ...loadedLater("reports", async () => (await seldomUsed()).sqliteReports(connection)),
    ...loadedLater("deliveries", async () => (await seldomUsed()).sqliteDeliveries(connection)),
    ...sqliteLog(connection, TYPES),
    ...teamsLater(connection, async () => (await seldomUsed()).sqliteTeams(connection, TYPES)),
    recordObservations: (observations, since) => recordObservations(connection, observations, since),
    position: feed.position,
    changesAfter: feed.changesAfter,
    follow: feed.follow,
    async describe() {
      await erasures.settled();
      return describeFile(connection, path);
    },
    copies: async () => [
      ...(await setAsideFiles(path)),
      // An erasure deletes daily copies itself.
      ...namedBackups(path)
        .filter(({ origin }) => origin !== "daily")
        .map((backup) => backup.path)
        .reverse(),
      ...(await copiesOf(path)),
    ],
    removeUnfinishedCopies: () => sweepUnfinishedCopies(connection),
    verifyAudit: (onProgress) => verifyAudit(connection, onProgress),
    checkCoverage: async (onProgress) =>
      (await seldomUsed()).checkCoverage(
        connection,
        (verifying) => verifyAudit(connection, verifying),
        onProgress,
      ),
    rebuildDerived: async (embedsAgain, act, onProgress) =>
      (await seldomUsed()).rebuildDerived(connection, embedsAgain, act, onProgress),
    async close() {
      feed.stop();
      await swept;
      await erasures.stop();
      await connection.close();
    },
  };
}

const verifyAudit = async (
  connection: Connection,
  onProgress?: (done: number, total: number) => void,
): Promise<AuditVerdict> => {
  const { verifyAuditLog, HASHED_TEXTS } = await seldomUsed();
  return verifyAuditLog(connection, TYPES, HASHED_TEXTS, onProgress);
};

function foreignFile(path: string): Fault {
  return new Fault("conflict", `The file ${path} is not a Membria memory, so it was left alone.`, {
    reason: "foreign_file",
    hint: "Name another file in MEMBRIA_DB_PATH, or move this one away.",
  });
}
