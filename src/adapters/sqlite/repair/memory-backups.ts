import { statSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Backup, BackupOrigin, MemoryBackups } from "../../../domain/repair/memory-backups.ts";
import type { Processes } from "../../../domain/shared/ports.ts";
import type { WholeFiles } from "../../../domain/shared/whole-files.ts";
import { namedBackups } from "../shared/backup-names.ts";
import { type Database, openForReading } from "../shared/driver.ts";
import { copiesOf } from "../shared/file-copies.ts";
import { FILE_FORMAT } from "../shared/file-format.ts";
import { makeDailyCopy } from "./daily-copy.ts";
import { commentOf, isPacked } from "./packed-file.ts";
import { previewRestore, restoreBackup } from "./restore-backup.ts";
import { writeBackup } from "./write-backup.ts";

/** `keep` is how many daily copies there may be; with 0 none is made. */
export interface BackupOptions {
  readonly keep: number;
  readonly files: WholeFiles;
  readonly processes: Processes;
}

/** The copies of the memory at a path. */
export function sqliteBackups(path: string, { keep, files, processes }: BackupOptions): MemoryBackups {
  return {
    write: (request) => writeBackup(path, request, files),
    list: () => listBackups(path),
    preview: (file, onProgress) => previewRestore(path, file, files, onProgress),
    restore: (file, options) => restoreBackup(path, file, files, options),
    async makeDaily(at, { largestBytes } = {}) {
      const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
      if (largestBytes !== undefined && size > largestBytes) return { state: "too large" };
      return makeDailyCopy(path, at, { keep, processes });
    },
  };
}

async function listBackups(path: string): Promise<Backup[]> {
  const named = namedBackups(path);
  const besides = (await copiesOf(path)).map((file) => ({
    path: file,
    at: statSync(file).mtime,
    origin: originOf(file.slice(path.length)),
  }));
  const found = [...named, ...besides].sort((a, b) => b.at.getTime() - a.at.getTime());
  return Promise.all(
    found.map(async ({ path: file, at, origin }) => ({
      path: file,
      at,
      origin,
      bytes: statSync(file).size,
      decisions: await decisionsIn(file),
    })),
  );
}

/** A copy before an upgrade is of the format before. So is one before an import into a memory of that format. */
const originOf = (ending: string): BackupOrigin =>
  Number(/^\.v(\d+)/.exec(ending)?.[1]) < FILE_FORMAT ? "before upgrade" : "before import";

/** Packed copies say it in their first bytes. */
async function decisionsIn(file: string): Promise<number | undefined> {
  if (isPacked(file)) {
    const { decisions } = (commentOf(file) ?? {}) as { decisions?: unknown };
    return typeof decisions === "number" ? decisions : undefined;
  }
  let db: Database | undefined;
  try {
    db = await openForReading(`${pathToFileURL(file).href}?immutable=1`);
    const row = db.prepare("SELECT count(*) AS n FROM memories WHERE type = 'decision'").get();
    return Number((row as { n: number }).n);
  } catch {
    return undefined;
  } finally {
    db?.close();
  }
}
