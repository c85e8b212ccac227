import { mkdirSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Why a copy in the folder of copies was made. Its name says so. */
export type NamedOrigin = "by hand" | "daily" | "before restore";

const ENDINGS: Readonly<Record<NamedOrigin, string>> = {
  "by hand": ".db",
  daily: ".daily.db.gz",
  "before restore": ".before-restore.db",
};
const STAMP = /^-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z(?:-\d+)?(\..+)$/;
const UNFINISHED_DAILY = /^-daily-([0-9a-f]{8}-\d+-[0-9a-f]{8})-[0-9a-f]{8}\.(?:db|gz)\.tmp$/;

export interface NamedBackup {
  readonly path: string;
  readonly at: Date;
  readonly origin: NamedOrigin;
}

const backupFolder = (path: string): string => join(dirname(path), "backups");

/** Only the user may read it, because decisions may be confidential. */
export const makeBackupFolder = (path: string): void =>
  void mkdirSync(backupFolder(path), { recursive: true, mode: 0o700 });

/** Several memories may share a folder, so that the copies of each begin with its name. */
const stemOf = (path: string): string => basename(path).replace(/\.db$/, "");

/** Such as `membria-2026-11-16T101500Z.db`. The second one of the same second has a number. */
export function backupName(path: string, at: Date, origin: NamedOrigin, n = 1): string {
  const stamp = at.toISOString().replace(/:|\.\d+/g, "");
  return join(backupFolder(path), `${stemOf(path)}-${stamp}${n === 1 ? "" : `-${n}`}${ENDINGS[origin]}`);
}

/** The newest first. */
export function namedBackups(path: string): NamedBackup[] {
  const stem = stemOf(path);
  return namesIn(backupFolder(path))
    .filter((name) => name.startsWith(stem))
    .flatMap((name) => {
      const [found, day, hour, minute, second, ending] = STAMP.exec(name.slice(stem.length)) ?? [];
      const origin = origins.find((one) => ENDINGS[one] === ending);
      if (found === undefined || origin === undefined) return [];
      const at = new Date(`${day}T${hour}:${minute}:${second}Z`);
      return [{ path: join(backupFolder(path), name), at, origin }];
    })
    .sort((a, b) => b.at.getTime() - a.at.getTime() || (a.path < b.path ? 1 : -1));
}

const origins = Object.keys(ENDINGS) as NamedOrigin[];

/** The names of a daily copy that is being made by a process: of the whole file, and of the packed one. */
export function unfinishedDailyNames(path: string, process: string, random: string) {
  const stem = join(backupFolder(path), `.${stemOf(path)}-daily-${process}-${random}`);
  return { whole: `${stem}.db.tmp`, packed: `${stem}.gz.tmp` };
}

/** The files of daily copies that are being made, or were when their process ended. */
export function unfinishedDailyCopies(path: string): { readonly path: string; readonly process: string }[] {
  const stem = `.${stemOf(path)}`;
  return namesIn(backupFolder(path)).flatMap((name) => {
    const [, process] = (name.startsWith(stem) && UNFINISHED_DAILY.exec(name.slice(stem.length))) || [];
    return process === undefined ? [] : [{ path: join(backupFolder(path), name), process }];
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
