import { chmodSync, readFileSync, rmSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import { DatabaseSync } from "@photostructure/sqlite";

/** Most pages of a small memory are nearly empty, so small pages make a small file. */
const PAGE_BYTES = 1024;

/** One file without a write-ahead log. */
export function compact(from, to) {
  rmSync(to, { force: true });
  const source = new DatabaseSync(from);
  // The directories of this machine are nobody's business.
  source.exec("DELETE FROM project_places; DELETE FROM change_places");
  source.exec("UPDATE hook_sessions SET folder = '/shop'");
  // The page size of a file in WAL mode cannot be changed.
  source.exec("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE");
  source.exec(`PRAGMA page_size = ${PAGE_BYTES}; VACUUM`);
  source.exec(`VACUUM INTO '${to.replaceAll("'", "''")}'`);
  source.close();
  chmodSync(to, 0o644);
}

/** @throws when a file contains a folder or account name of this machine. */
export function refuseTraces(files, folders) {
  const paths = [...folders, homedir()].filter((path) => path.length > 1);
  const account = new RegExp(`\\b${userInfo().username}\\b`);
  for (const file of files) {
    const text = readFileSync(file, "latin1");
    const found = paths.find((path) => text.includes(path)) ?? account.exec(text)?.[0];
    if (found !== undefined) throw new Error(`${file} says ${found}, which is about this machine.`);
  }
}
