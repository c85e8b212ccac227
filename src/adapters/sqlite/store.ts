import type { AuditVerdict } from "../../domain/log/audit.ts";
import { Fault } from "../../domain/shared/errors.ts";
import type { Log } from "../../domain/shared/ports.ts";
import type { Store } from "../../domain/store.ts";
import { sqliteBindings } from "./access/bindings.ts";
import { sqliteKeys } from "./access/keys.ts";
import { loadedPageSessions } from "./access/loaded-page-sessions.ts";
import { sqliteAnomalies } from "./anomalies/anomalies.ts";
import { sqliteStats } from "./calibration/stats.ts";
import { sqliteTallies } from "./calibration/tallies.ts";
import { sqliteCheckpoints } from "./continuity/checkpoints.ts";
import { sqliteContexts } from "./continuity/contexts.ts";
import { sqliteInsights } from "./continuity/insights.ts";
import { ensureFile, fileKind } from "./database-file.ts";
import { sqliteDecisions } from "./decisions/decisions.ts";
import { sqliteOutcomes } from "./decisions/outcomes.ts";
import { sqliteGuidance } from "./guidance/guidance.ts";
import { loadedPageReads } from "./guidance/loaded-page-reads.ts";
import { sqliteHooks } from "./hooks/hook-store.ts";
import { sqliteLinks } from "./links/links.ts";
import type { ChangeTypes } from "./log/change.ts";
import { sqliteFeed } from "./log/feed.ts";
import { listPeople } from "./log/list-people.ts";
import { sqliteLog } from "./log/read-log.ts";
import { migrate, newerFile } from "./migrate.ts";
import { sqliteCorrections } from "./moving/corrections.ts";
import { editDecision } from "./moving/edit-decision.ts";
import { eraseDecision } from "./moving/erase-decision.ts";
import { erasePerson } from "./moving/erase-person.ts";
import { loadedMoving } from "./moving/loaded-moving.ts";
import { sqlitePlaces } from "./moving/project-places.ts";
import { sqliteProjects } from "./moving/projects.ts";
import { ensureMemory } from "./new-file.ts";
import { sqliteProposals } from "./proposals/proposals.ts";
import { readOnlyStore } from "./read-only-store.ts";
import { sqliteEmbeddings } from "./recall/embeddings.ts";
import { sqliteMemories } from "./recall/memories.ts";
import { sqliteSearch } from "./recall/search.ts";
import { recordObservations } from "./record-observations.ts";
import { CHANGE_TYPES } from "./repair/change-types.ts";
import { describeFile } from "./repair/describe-file.ts";
import { rebuildDerived } from "./repair/rebuild-derived.ts";
import { sqliteDecisionsAboutFile } from "./repository/decisions-about-file.ts";
import { loadedAnchors } from "./repository/loaded-anchors.ts";
import { loadedDeliveries, loadedReports } from "./repository/loaded-reports.ts";
import { MIGRATIONS } from "./schema/index.ts";
import { namedBackups } from "./shared/backup-names.ts";
import { type Connection, connect } from "./shared/connection.ts";
import { damagedFile } from "./shared/faults.ts";
import { copiesOf, formatOf, setAsideFiles, sweepUnfinishedCopies } from "./shared/file-copies.ts";
import { type ErasureFinisher, finishErasures } from "./shared/finish-erasures.ts";
import { connectForReading, MAKE_WRITABLE, olderReadOnlyFile, whyReadOnly } from "./shared/read-only-file.ts";
import { sqliteSkills } from "./skills/skills.ts";
import { loadedTeams } from "./team/loaded-teams.ts";

const TYPES = CHANGE_TYPES as unknown as ChangeTypes;
const seldomUsed = () => import("./seldom-used.ts");

/** Opens the memory in a SQLite file. Any number of processes may have it open. */
export async function openSqliteStore(path: string, log: Log): Promise<Store> {
  const kind = fileKind(path);
  if (kind === "foreign") throw foreignFile(path);
  if (kind === "damaged") throw damagedFile(path);
  const because = kind === "ours" ? whyReadOnly(path) : undefined;
  if (because !== undefined) return openReadOnly(path, because, log);
  await ensureMemory(path);
  ensureFile(path);
  return storeOver(await connect(path), path, log);
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
    eraseDecision: (scope, ref, act) => eraseDecision(connection, scope, ref, act),
    listPeople: () => listPeople(connection),
    erasePerson: (id, act) => erasePerson(connection, id, act),
    ...sqliteTallies(connection),
    ...sqliteOutcomes(connection),
    ...sqliteCorrections(connection),
    ...sqliteProposals(connection),
    ...sqliteEmbeddings(connection),
    ...sqliteSearch(connection),
    ...sqliteCheckpoints(connection),
    ...sqliteAnomalies(connection),
    ...sqliteSkills(connection),
    ...sqliteGuidance(connection),
    ...sqliteKeys(connection),
    ...sqliteBindings(connection),
    ...loadedPageSessions(async () => (await seldomUsed()).sqlitePageSessions(connection)),
    ...loadedMoving(connection, async () => (await seldomUsed()).sqliteMoving(connection)),
    ...sqliteProjects(connection),
    ...sqlitePlaces(connection),
    ...sqliteInsights(connection),
    ...sqliteMemories(connection),
    ...sqliteContexts(connection),
    ...sqliteLinks(connection),
    ...sqliteStats(connection),
    ...loadedPageReads(async () => {
      const { sqliteOutcomeGroups, sqliteDecisionGraph } = await seldomUsed();
      return { ...sqliteOutcomeGroups(connection), ...sqliteDecisionGraph(connection) };
    }),
    ...sqliteHooks(connection),
    ...sqliteDecisionsAboutFile(connection),
    ...loadedAnchors(async () => (await seldomUsed()).sqliteAnchors(connection)),
    ...loadedReports(async () => (await seldomUsed()).sqliteReports(connection)),
    ...loadedDeliveries(async () => (await seldomUsed()).sqliteDeliveries(connection)),
    ...sqliteLog(connection, TYPES),
    ...loadedTeams(connection, async () => (await seldomUsed()).sqliteTeams(connection, TYPES)),
    recordObservations: (observations) => recordObservations(connection, observations),
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
    rebuildDerived: (embedsAgain, act, onProgress) =>
      rebuildDerived(connection, embedsAgain, act, onProgress),
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
