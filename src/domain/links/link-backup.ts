import { createHash } from "node:crypto";
import * as z from "zod";
import { LinkInFile, LinkInFirstFile, linkOfFirstFile } from "./link-file.ts";
import type { PlacedLink } from "./link-upkeep-store.ts";

export interface LinkBackup {
  readonly project: string;
  readonly created_at: string;
  readonly include_protected: boolean;
  readonly links: readonly PlacedLink[];
}

/** How backups are written; those of format 1 are read, too. */
export const BACKUP_FORMAT = 2;

const head = { project: z.string(), created_at: z.string(), include_protected: z.boolean() };
const placed = z.strictObject({ place: z.string(), link: LinkInFile });
const placedInFirst = LinkInFirstFile.extend({ seq: z.number().int() }).transform(({ seq, ...link }) => ({
  place: String(seq),
  link: linkOfFirstFile(link),
}));

/** What stands in a backup file. */
export const BackupFile = z
  .discriminatedUnion("format", [
    z.strictObject({ format: z.literal(BACKUP_FORMAT), ...head, links: z.array(placed) }),
    z.strictObject({ format: z.literal(1), ...head, links: z.array(placedInFirst) }),
  ])
  .transform(({ format, ...backup }): LinkBackup => backup);

/** What stands beside it, and proves that it is whole. */
export const BackupManifest = z.strictObject({
  format: z.literal(1),
  backup: z.string(),
  checksum: z.string(),
  project: z.string(),
  created_at: z.string(),
  links: z.number().int(),
  include_protected: z.boolean(),
});
export type BackupManifest = z.output<typeof BackupManifest>;

export const checksumOf = (text: string): string => createHash("sha256").update(text).digest("hex");

export interface WrittenBackup {
  readonly manifest: BackupManifest;
  /** As they may be shown. */
  readonly file: string;
  readonly manifestFile: string;
}

/** Where backups of links lie. */
export interface LinkBackups {
  /** Both files are on the disk when it resolves, or neither is. */
  write(backup: LinkBackup): Promise<WrittenBackup>;
  /** The newest of a project that is meant for a clean-up, whole or not. */
  latest(project: string): Promise<WrittenBackup | undefined>;
  /** By its name, or by the path of its file. @throws Fault when it is not there or not what was written. */
  read(name: string): Promise<WrittenBackup & { readonly backup: LinkBackup }>;
  /** The files whose links touch a decision, as they may be shown: they keep words that are erased elsewhere. */
  touching(decisionId: string): Promise<readonly string[]>;
}
