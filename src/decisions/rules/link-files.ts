/** Links as they are in export files and in backups. */

import { createHash } from "node:crypto";
import * as z from "zod";
import { MEMORY_AUTHOR } from "../../shared/actor.ts";
import {
  portableAuthor as author,
  portableDate as date,
  portableId as id,
  portableProject as project,
  portableText as text,
} from "../../shared/canonical-json.ts";
import type { Screened } from "../../shared/text.ts";
import { PROGRESS, STANDINGS } from "./decision.ts";
import {
  LINK_ORIGINS,
  LINK_STATES,
  LINK_VERDICTS,
  type Link,
  type PlacedLink,
  RELATIONS,
  REVIEW_WAYS,
} from "./link.ts";

const ends = { id, project, from: id, to: id, relation: z.enum(RELATIONS), state: z.enum(LINK_STATES) };
const review = z.object({
  verdict: z.enum(LINK_VERDICTS),
  by: author,
  client: text,
  how: z.enum(REVIEW_WAYS),
  at: date,
  reason: text.optional(),
});
const moment = z.number().transform((value) => new Date(value));

/** A link in an export or backup file. */
export const LinkInFile = z.object({
  ...ends,
  origin: z.enum(LINK_ORIGINS),
  reason: text,
  evidence: text.optional(),
  contextDecision: z.string().optional(),
  suggestedBy: z.number().optional(),
  proposedBy: author,
  proposedAt: date,
  reviews: z.array(review),
  sourceFacts: z
    .object({
      relation: z.string().optional(),
      weight: z.number().optional(),
      approvedAt: date.optional(),
    })
    .optional(),
  merge: z.object({ standing: z.enum(STANDINGS), progress: z.enum(PROGRESS) }).optional(),
  mergedFrom: z.string().optional(),
}) satisfies z.ZodType<Link>;

/** A link in a file written by version 0.1.0. */
export const LinkInFileOfV1 = z.object({
  ...ends,
  at: z.union([date, moment]),
  body: z.object({
    origin: z.enum(LINK_ORIGINS).default("memory"),
    reason: text.default("" as Screened),
    evidence: text.optional(),
    context_decision: z.string().optional(),
    suggested_by: z.number().optional(),
    proposed_by: author.default(MEMORY_AUTHOR),
    reviews: z.array(review.extend({ at: moment })).default([]),
    original: z.string().optional(),
    weight: z.number().optional(),
    approved_at: moment.optional(),
  }),
});

export function linkOfFileV1({ at, body, ...rest }: z.output<typeof LinkInFileOfV1>): Link {
  const { original: relation, weight, approved_at: approvedAt } = body;
  const isImported = relation !== undefined || weight !== undefined || approvedAt !== undefined;
  return {
    ...rest,
    origin: body.origin,
    reason: body.reason,
    evidence: body.evidence,
    contextDecision: body.context_decision,
    suggestedBy: body.suggested_by,
    proposedBy: body.proposed_by,
    proposedAt: at,
    reviews: body.reviews,
    sourceFacts: isImported ? { relation, weight, approvedAt } : undefined,
  };
}

interface LinkBackup {
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
