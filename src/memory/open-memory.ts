import { CHANGE_TYPES, ensureMemory, MIGRATIONS, UNSAFE_SQLITE } from "../repair/index.ts";
import { Fault } from "../shared/errors.ts";
import type { Log } from "../shared/ports.ts";
import { type Connection, connect, keeper } from "../store/file/connection.ts";
import { ensureFile, fileKind, isShorterThanStated } from "../store/file/database-file.ts";
import { sqliteInUse } from "../store/file/driver.ts";
import { type ErasureFinisher, finishErasures } from "../store/file/erasure.ts";
import { damagedFile } from "../store/file/faults.ts";
import { formatOf, removeUnfinishedCopies } from "../store/file/file-copies.ts";
import type { Memory } from "../store/file/memory.ts";
import { migrate, newerFile } from "../store/file/migrate.ts";
import { connectForReading, olderReadOnlyFile, whyReadOnly } from "../store/file/read-only-file.ts";
import { requireNotGivenUp } from "../store/file/watch-file.ts";
import { sqliteFeed } from "../store/log/feed.ts";

/** Opens the memory in a SQLite file. Any number of processes may have it open. */
export async function openMemoryFile(path: string, log: Log): Promise<Memory> {
  // Whoever comes after a loss is told of it, too, and not of what is left of the file.
  requireNotGivenUp(path);
  const kind = fileKind(path);
  if (kind === "foreign") throw foreignFile(path);
  if (kind === "damaged") throw damagedFile(path);
  if (kind === "ours" && isShorterThanStated(path) && (await lacksPages(path))) throw damagedFile(path);
  const because = kind === "ours" ? whyReadOnly(path) : undefined;
  if (because !== undefined) return openReadOnly(path, because, log);
  await ensureMemory(path);
  ensureFile(path);
  const connection = await connect(path);
  if (!(await sqliteInUse()).isSafe) log.warn(UNSAFE_SQLITE);
  return memoryOver(connection, path, log);
}

const lacksPages = async (path: string): Promise<boolean> =>
  (await import("../repair/sql/lacks-pages.ts")).lacksPages(path);

/** Opens it without writing anything beside the file. @throws Fault if it has another format. */
export async function openReadOnly(path: string, because: string, log: Log): Promise<Memory> {
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
  const feed = sqliteFeed(connection, log);
  return {
    ...connection,
    ...feed,
    types: CHANGE_TYPES,
    settled: async () => {},
    async close() {
      feed.stop();
      await connection.close();
    },
  };
}

/** Opens it over an existing connection to the file at `path`. Closing the memory closes the connection. */
export async function memoryOver(file: Connection, path: string, log: Log): Promise<Memory> {
  try {
    const { from, to, copy } = await migrate(file, path, MIGRATIONS);
    if (from > 0 && from < to)
      log.info("The memory file was brought to the newest format.", { from, to, copy });
  } catch (error) {
    await file.close();
    throw error;
  }
  const feed = sqliteFeed(file, log);
  const erasures: ErasureFinisher = finishErasures(file, log);
  const swept = removeUnfinishedCopies(file).catch((error: unknown) => {
    log.warn("Unfinished copies of the memory file could not be removed.", { error });
  });
  const memory: Memory = {
    ...file,
    async write(work, meanwhile) {
      const result = await file.write(work, meanwhile);
      feed.noticeOwnWrite();
      erasures.lookLater();
      return result;
    },
    kept: keeper(() => memory),
    ...feed,
    types: CHANGE_TYPES,
    settled: erasures.settled,
    async close() {
      feed.stop();
      await swept;
      await erasures.stop();
      await file.close();
    },
  };
  return memory;
}

function foreignFile(path: string): Fault {
  return new Fault("conflict", `The file ${path} is not a Membria memory, so it was left alone.`, {
    reason: "foreign_file",
    hint: "Name another file in MEMBRIA_DB_PATH, or move this one away.",
  });
}
