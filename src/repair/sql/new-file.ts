import { closeSync, fsyncSync, linkSync, openSync, rmSync, statSync } from "node:fs";
import { basename, dirname, relative } from "node:path";
import { Fault } from "../../shared/errors.ts";
import { connect, TEMPORARY } from "../../store/file/connection.ts";
import { fileKind, makeFolders, unreachable } from "../../store/file/database-file.ts";
import { copiesOf, namedBackups, unfinishedName, vacuumInto } from "../../store/file/file-copies.ts";
import { migrate } from "../../store/file/migrate.ts";
import { MIGRATIONS } from "../schema/index.ts";

/** What file systems without links answer. */
const NO_LINKS: ReadonlySet<string> = new Set(["EPERM", "EACCES", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

/**
 * Makes a new memory at the path, unless there is one. It is made under another name and appears when it is complete, so
 * that a full disk leaves nothing behind. @throws Fault if there was a memory that should be brought back instead.
 */
export async function ensureMemory(path: string): Promise<void> {
  if (!isMissing(path)) return;
  const remains = await remainsOf(path);
  // Another process may have made it meanwhile.
  if (!isMissing(path)) return;
  if (remains !== undefined) throw lostFile(path, remains);
  if (fileKind(path) === "empty") return;
  const fresh = unfinishedName(path);
  try {
    makeFolders(dirname(path), 0o700);
    await writeNewMemory(fresh, path);
    appear(fresh, path);
  } catch (error) {
    throw error instanceof Fault ? error : unreachable(path, error);
  } finally {
    rmSync(fresh, { force: true });
  }
}

/**
 * Made in a temporary database: a file that SQLite had open under one name must not be opened under another, because both
 * would share the locks that stand beside the first.
 */
async function writeNewMemory(file: string, path: string): Promise<void> {
  const draft = await connect(TEMPORARY, { shownAs: path });
  try {
    await migrate(draft, TEMPORARY, MIGRATIONS);
    await draft.writeOutsideTransaction(vacuumInto(file));
  } finally {
    await draft.close();
  }
}

function isMissing(path: string): boolean {
  const kind = fileKind(path);
  return kind === "absent" || kind === "empty";
}

/** What is left of a memory that is gone, as a part of a sentence. */
async function remainsOf(path: string): Promise<string | undefined> {
  const copies = [
    ...namedBackups(path)
      .map((copy) => relative(dirname(path), copy.path))
      .reverse(),
    ...(await copiesOf(path)).map((copy) => basename(copy)),
  ];
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ? [`${basename(path)}-wal`] : [];
  const [newest, ...older] = [...copies.reverse(), ...log];
  if (newest === undefined) return undefined;
  return older.length === 0 ? newest : `${newest} and ${older.length} more`;
}

/** Another process may have made the memory first, or have deleted ours as abandoned. Then theirs is used. */
function appear(fresh: string, path: string): void {
  try {
    linkSync(fresh, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" || !isMissing(path)) return;
    // Some file systems have no links. There the file is made in place, as it is opened.
    if (!NO_LINKS.has(code ?? "")) throw error;
    return;
  }
  syncFolder(dirname(path));
}

/** So that the name survives a power cut. Not every system can. */
export function syncFolder(folder: string): void {
  let handle: number | undefined;
  try {
    handle = openSync(folder, "r");
    fsyncSync(handle);
  } catch {
    // Windows has no such call, and needs none.
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

function lostFile(path: string, remains: string): Fault {
  const kind = fileKind(path) === "empty" ? "is empty" : "is missing";
  return new Fault("conflict", `The memory file ${path} ${kind}, but there is ${remains} beside it.`, {
    reason: "store_lost",
    hint: "So no new memory was begun. To begin one, move those files away.",
    remedies: [{ remedy: "bring-back-memory" }],
  });
}
