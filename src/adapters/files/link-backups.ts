import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, stat, unlink } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type * as z from "zod";
import {
  BACKUP_FORMAT,
  BackupFile,
  BackupManifest,
  checksumOf,
  type LinkBackups,
  type WrittenBackup,
} from "../../domain/links/link-backup.ts";
import { Fault } from "../../domain/shared/errors.ts";

const BACKUP = /^links-backup-(.+)\.json$/;
/** What a killed process leaves of a backup or a manifest. Writing one takes moments. */
const DRAFT = /^(?:links-backup|backup-manifest)-.+\.json\.[0-9a-f]{8}$/;
const ABANDONED_AFTER_MS = 3_600_000;
const manifestName = (backup: string): string => backup.replace(BACKUP, "backup-manifest-$1.json");

/** Keeps backups and their manifests in one folder, readable only by the user. */
export function fileLinkBackups(folder: string, show: (path: string) => string): LinkBackups {
  const shown = (path: string, manifest: BackupManifest): WrittenBackup => ({
    manifest,
    file: show(path),
    manifestFile: show(join(dirname(path), manifestName(basename(path)))),
  });

  const read: LinkBackups["read"] = async (name) => {
    const path = /[/\\]/.test(name) ? resolve(expand(name, folder, show)) : join(folder, name);
    if (!BACKUP.test(basename(path))) throw notABackup(show(path));
    const text = await readText(path, show);
    const manifest = parsed(
      BackupManifest,
      await readText(join(dirname(path), manifestName(basename(path))), show),
      show(path),
    );
    if (checksumOf(text) !== manifest.checksum) throw damaged(show(path));
    return { ...shown(path, manifest), backup: parsed(BackupFile, text, show(path)) };
  };

  return {
    async write(backup) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const stamp = backup.created_at.replace(/[:.]/g, "-");
      const name = await freeName(folder, stamp);
      const text = JSON.stringify({ format: BACKUP_FORMAT, ...backup });
      const manifest: BackupManifest = {
        format: 1,
        backup: name,
        checksum: checksumOf(text),
        project: backup.project,
        created_at: backup.created_at,
        links: backup.links.length,
        include_protected: backup.include_protected,
      };
      await writeDurably(join(folder, name), text);
      // The manifest is written last, so a backup without one is incomplete and is ignored.
      await writeDurably(join(folder, manifestName(name)), JSON.stringify(manifest, null, 2));
      return shown(join(folder, name), manifest);
    },

    async latest(project) {
      const names = await namesIn(folder);
      for (const name of names.sort(descending)) {
        const path = join(folder, name);
        const text = await readFile(join(folder, manifestName(name)), "utf8").catch(() => undefined);
        const manifest = text === undefined ? undefined : BackupManifest.safeParse(tryJson(text)).data;
        if (manifest?.project === project) return shown(path, manifest);
      }
      return undefined;
    },

    read,

    async touching(value) {
      const found = (await removeAbandonedDrafts(folder)).map(show);
      for (const name of await namesIn(folder)) {
        const text = await readFile(join(folder, name), "utf8").catch(() => "");
        if (text.includes(JSON.stringify(value))) found.push(show(join(folder, name)));
      }
      return found;
    },
  };
}

const descending = (a: string, b: string): number => (a < b ? 1 : -1);

/** Expands a path that was displayed with a tilde. */
function expand(name: string, folder: string, show: (path: string) => string): string {
  const shownFolder = show(folder);
  return name.startsWith(shownFolder) ? folder + name.slice(shownFolder.length) : name;
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((): string[] => []);
  return names.filter((name) => BACKUP.test(name));
}

/** Returns the paths of the drafts that may still be written. */
async function removeAbandonedDrafts(folder: string): Promise<string[]> {
  const kept: string[] = [];
  for (const name of await readdir(folder).catch((): string[] => [])) {
    if (!DRAFT.test(name)) continue;
    const path = join(folder, name);
    const { mtimeMs } = (await stat(path).catch(() => undefined)) ?? {};
    if (mtimeMs === undefined) continue;
    if (Date.now() - mtimeMs < ABANDONED_AFTER_MS) kept.push(path);
    else await unlink(path).catch(() => kept.push(path));
  }
  return kept;
}

async function freeName(folder: string, stamp: string): Promise<string> {
  const taken = new Set(await namesIn(folder));
  for (let n = 1; ; n++) {
    const name = `links-backup-${stamp}${n === 1 ? "" : `-${n}`}.json`;
    if (!taken.has(name)) return name;
  }
}

async function writeDurably(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomBytes(4).toString("hex")}`;
  try {
    const file = await open(draft, "wx", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await unlink(draft).catch(() => {});
    throw new Fault("unavailable", "The backup could not be written.", {
      reason: "backup_not_written",
      hint: "Check that the folder backups in MEMBRIA_HOME may be written and that the disk is not full.",
      cause: error,
    });
  }
}

async function readText(path: string, show: (path: string) => string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new Fault("not_found", `The file ${show(path)} cannot be read.`, {
      reason: "backup_not_found",
      received: show(path),
      hint: "Use the name that was shown when the backup was written. Its manifest has to be in the same folder.",
      cause: error,
    });
  }
}

function parsed<S extends z.ZodType>(schema: S, text: string, name: string): z.output<S> {
  const result = schema.safeParse(tryJson(text));
  if (!result.success) throw damaged(name);
  return result.data;
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function notABackup(name: string): Fault {
  return new Fault("invalid", `${name} is not a backup of links.`, {
    field: "backup",
    received: name,
    reason: "not_a_backup",
    hint: "The name of a backup is links-backup-TIME.json.",
  });
}

function damaged(name: string): Fault {
  return new Fault("conflict", `The backup ${name} was changed: its checksum does not match.`, {
    reason: "checksum_mismatch",
    received: name,
    hint: "Nothing was changed. Make a new backup.",
    remedies: [{ remedy: "back-up-links" }],
  });
}
