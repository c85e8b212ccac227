/** Backups of links in files, each with a manifest that proves it complete. */

import { readdir, readFile, unlink } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type * as z from "zod";
import { Fault } from "../../shared/errors.ts";
import type { Draft } from "../../shared/whole-files.ts";
import {
  BACKUP_FORMAT,
  BackupFile,
  BackupManifest,
  checksumOf,
  type LinkBackups,
  type WrittenBackup,
} from "../rules/link-files.ts";

const BACKUP = /^links-backup-(.+)\.json$/;
const MANIFEST = /^backup-manifest-(.+)\.json$/;
/** Versions up to 0.2.0 left these drafts when they were killed. */
const OLDER_DRAFT = /^(?:links-backup|backup-manifest)-.+\.json\.[0-9a-f]{8}$/;
/** Loaded when first needed, because whoever only reads backups writes none. */
const loadWholeFiles = () => import("../../shared/files/whole-files.ts");
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
      const { makeFolder } = await loadWholeFiles();
      await makeFolder(folder, 0o700);
      await removeLeftOvers(folder);
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
      await writeTogether([
        // First, because a manifest without a backup is ignored. A backup without a manifest could not be restored.
        [join(folder, manifestName(name)), JSON.stringify(manifest, null, 2)],
        [join(folder, name), text],
      ]);
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
      const { sweepDrafts } = await loadWholeFiles();
      const found = (await sweepDrafts(folder, OLDER_DRAFT)).map(show);
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

/** Removes what a killed process left: drafts, and the manifest of a backup that is still a draft. */
async function removeLeftOvers(folder: string): Promise<void> {
  const { sweepDrafts } = await loadWholeFiles();
  const names = await readdir(folder);
  const complete = new Set(names.filter((name) => BACKUP.test(name)).map(manifestName));
  const alone = names.filter((name) => MANIFEST.test(name) && !complete.has(name));
  if (alone.length > 0) {
    const drafts = await checksumsOfDrafts(folder, names);
    for (const name of alone) {
      const manifest = BackupManifest.safeParse(tryJson(await readFile(join(folder, name), "utf8"))).data;
      // Without such a draft somebody moved the backup elsewhere, and needs the manifest.
      if (manifest && drafts.has(manifest.checksum)) await unlink(join(folder, name));
    }
  }
  await sweepDrafts(folder, OLDER_DRAFT);
}

async function checksumsOfDrafts(folder: string, names: readonly string[]): Promise<Set<string>> {
  const { wholeFiles } = await loadWholeFiles();
  const checksums = new Set<string>();
  for (const path of names.filter(wholeFiles.isDraft).map((name) => join(folder, name))) {
    if ((await wholeFiles.stateOf(path)) === "abandoned")
      checksums.add(checksumOf(await readFile(path, "utf8")));
  }
  return checksums;
}

async function freeName(folder: string, stamp: string): Promise<string> {
  const taken = new Set(await namesIn(folder));
  for (let n = 1; ; n++) {
    const name = `links-backup-${stamp}${n === 1 ? "" : `-${n}`}.json`;
    if (!taken.has(name)) return name;
  }
}

/** The contents are on the disk before the first of the files gets its name. */
async function writeTogether(files: readonly (readonly [path: string, text: string])[]): Promise<void> {
  const { openDraft } = await loadWholeFiles();
  const drafts: Draft[] = [];
  try {
    for (const [path, text] of files) {
      const draft = await openDraft(path, "private");
      drafts.push(draft);
      await draft.write(text);
      await draft.finish();
    }
    for (const draft of drafts) await draft.publish();
  } catch (error) {
    throw new Fault("unavailable", "The backup could not be written.", {
      reason: "backup_not_written",
      hint: "Check that the folder backups in MEMBRIA_HOME may be written and that the disk is not full.",
      cause: error,
    });
  } finally {
    for (const draft of drafts) await draft.abandon();
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
