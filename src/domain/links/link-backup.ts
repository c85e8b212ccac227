import { createHash } from "node:crypto";
import * as z from "zod";
import { LinkInFile, LinkInFileOfV1, linkOfFileV1 } from "./link-file.ts";
import type { PlacedLink } from "./link-upkeep-store.ts";

export interface LinkBackup {
  readonly project: string;
  readonly created_at: string;
  readonly include_protected: boolean;
  readonly links: readonly PlacedLink[];
}

/** The format of new backups. Backups of format 1 can still be read. */
export const BACKUP_FORMAT = 2;

const head = { project: z.string(), created_at: z.string(), include_protected: z.boolean() };
const placed = z.strictObject({ place: z.string(), link: LinkInFile });
const placedInV1 = LinkInFileOfV1.extend({ seq: z.number().int() }).transform(({ seq, ...link }) => ({
  place: String(seq),
  link: linkOfFileV1(link),
}));

/** The content of a backup file, of either format. */
export const BackupFile = z
  .discriminatedUnion("format", [
    z.strictObject({ format: z.literal(BACKUP_FORMAT), ...head, links: z.array(placed) }),
    z.strictObject({ format: z.literal(1), ...head, links: z.array(placedInV1) }),
  ])
  .transform(({ format, ...backup }): LinkBackup => backup);

/** Written next to the backup file. Its checksum proves that the backup is complete. */
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
  /** Paths in a form that may be shown to a caller. */
  readonly file: string;
  readonly manifestFile: string;
}

/** The folder with backups of links. */
export interface LinkBackups {
  /** When it resolves both files are on the disk; when it fails neither is. */
  write(backup: LinkBackup): Promise<WrittenBackup>;
  /** The newest backup of a project that was made for a clean-up, whether it is intact or not. */
  latest(project: string): Promise<WrittenBackup | undefined>;
  /** By its name or the path of its file. @throws Fault if it is missing or was changed. */
  read(name: string): Promise<WrittenBackup & { readonly backup: LinkBackup }>;
  /**
   * The backup files that have the id of a decision or the name of a person, as they may be shown. They still have what
   * was erased elsewhere.
   */
  touching(value: string): Promise<readonly string[]>;
}
