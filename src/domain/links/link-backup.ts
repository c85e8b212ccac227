import { createHash } from "node:crypto";
import * as z from "zod";
import { LINK_STATES, RELATIONS } from "./link.ts";

/** A link as its store keeps it, with everything that is needed to bring it back as it was. */
export const LinkRecord = z.strictObject({
  seq: z.number().int(),
  id: z.string(),
  project: z.string(),
  from: z.string(),
  to: z.string(),
  relation: z.enum(RELATIONS),
  state: z.enum(LINK_STATES),
  at: z.number().int(),
  body: z.record(z.string(), z.unknown()),
});
export type LinkRecord = z.output<typeof LinkRecord>;

/** What stands in a backup file. */
export const LinkBackup = z.strictObject({
  format: z.literal(1),
  project: z.string(),
  created_at: z.string(),
  include_protected: z.boolean(),
  links: z.array(LinkRecord),
});
export type LinkBackup = z.output<typeof LinkBackup>;

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
