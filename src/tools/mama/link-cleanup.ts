import * as z from "zod";
import { CLEANUP_STATUSES, runLinkCleanup, validateCleanup, writeLinkBackup } from "../../decisions/index.ts";
import { roundedShare } from "../../shared/rounding.ts";
import { mamaTool } from "./dialect.ts";
import { percentOf, ShortLink, sampleLines, shortLinks } from "./link-fields.ts";

export const createLinkBackupTool = mamaTool({
  name: "create_link_backup",
  canonicalName: "create_link_backup",
  title: "Create a link backup",
  description:
    "Write the auto links of the project to a file with a checksum and a manifest. A clean-up does nothing without it.",
  operation: writeLinkBackup,
  input: z.strictObject({
    include_protected: z.boolean().default(false).describe("Include protected links too"),
  }),
  hints: { include_protected: { suggestion: "Use true or false." } },
  result: z.object({
    success: z.literal(true),
    data: z.object({
      links_backed_up: z.number().int(),
      backup_file: z.string(),
      checksum: z.string(),
      manifest_file: z.string(),
    }),
  }),
  toOperation: ({ include_protected }) => ({ includeProtected: include_protected }),
  fromOperation: ({ manifest, file, manifestFile }) => ({
    success: true as const,
    data: {
      links_backed_up: manifest.links,
      backup_file: file,
      checksum: manifest.checksum,
      manifest_file: manifestFile,
    },
  }),
  text: ({ data }) =>
    [
      "# Backup Created Successfully",
      "",
      `**Links Backed Up:** ${data.links_backed_up}`,
      `**Backup File:** ${data.backup_file}`,
      `**Checksum:** ${data.checksum}`,
      `**Manifest File:** ${data.manifest_file}`,
    ].join("\n"),
});

const { shape } = runLinkCleanup.input;

export const executeLinkCleanupTool = mamaTool({
  name: "execute_link_cleanup",
  canonicalName: "execute_link_cleanup",
  title: "Execute the link clean-up",
  description:
    "Remove auto links in batches. Simulates unless dry_run is false, which needs the role admin and a backup whose checksum verifies; goes on where it was cut off.",
  operation: runLinkCleanup,
  input: z.strictObject({
    batch_size: shape.batchSize.describe("Links per batch"),
    dry_run: shape.dryRun.describe("Simulate only"),
  }),
  hints: {
    batch_size: { suggestion: "Use a whole number from 1 to 10,000, such as batch_size: 100." },
    dry_run: { suggestion: "Use true or false." },
  },
  result: z.object({
    success: z.literal(true),
    data: z.object({
      dry_run: z.boolean(),
      would_delete: z.number().int().optional(),
      samples: z.array(ShortLink).optional(),
      cleanup_id: z.string().optional(),
      deleted: z.number().int().optional(),
      deleted_before: z.number().int().optional(),
      failed: z.number().int().optional(),
      not_backed_up: z.number().int().optional(),
      backup_file: z.string().nullable(),
    }),
  }),
  toOperation: ({ batch_size, dry_run }) => ({ batchSize: batch_size, dryRun: dry_run }),
  fromOperation: (done) => ({
    success: true as const,
    data: done.dryRun
      ? {
          dry_run: true,
          would_delete: done.auto,
          samples: shortLinks(done.samples),
          backup_file: done.backup?.file ?? null,
        }
      : {
          dry_run: false,
          cleanup_id: done.cleanup.id,
          deleted: done.removed,
          deleted_before: Math.max(0, done.cleanup.removed - done.removed),
          failed: done.failed,
          not_backed_up: done.left,
          backup_file: done.backup.file,
        },
  }),
  text: ({ data }) => (data.dry_run ? simulated(data) : executed(data)),
});

type Data = {
  would_delete?: number | undefined;
  samples?: z.output<typeof ShortLink>[] | undefined;
  deleted?: number | undefined;
  deleted_before?: number | undefined;
  failed?: number | undefined;
  not_backed_up?: number | undefined;
  backup_file: string | null;
};

function simulated({ would_delete = 0, samples = [], backup_file }: Data): string {
  return [
    "# Link Cleanup Execution",
    "",
    "**Mode:** DRY RUN MODE (simulation)",
    `**Would Delete:** ${would_delete}`,
    `**Backup File:** ${backup_file ?? "none; make one with create_link_backup"}`,
    ...(samples.length > 0 ? ["", "Sample Links:", ...sampleLines(samples, would_delete)] : []),
    "",
    "⚠️ To execute actual deletion, run with `dry_run: false`",
  ].join("\n");
}

function executed(data: Data): string {
  const { deleted = 0, deleted_before = 0, failed = 0, not_backed_up = 0, backup_file } = data;
  return [
    "# Link Cleanup Execution",
    "",
    "**Mode:** Cleanup Execution Complete",
    `**Deleted:** ${deleted}`,
    ...(deleted_before > 0 ? [`**Deleted Before The Interruption:** ${deleted_before}`] : []),
    `**Failed:** ${failed}`,
    `**Success Rate:** ${failed === 0 ? "100%" : percentOf(deleted, deleted + failed)}`,
    `**Backup File:** ${backup_file}`,
    ...(not_backed_up > 0
      ? [`**Left Alone:** ${not_backed_up}, because they are not in the backup; make a new one for them`]
      : []),
    "",
    failed === 0
      ? "✅ Cleanup completed. Run `validate_cleanup_result` to verify."
      : "⚠️ Some links could not be removed. Run it again to continue.",
  ].join("\n");
}

export const REPORT_FORMATS = ["json", "markdown"] as const;

const STATUS_LINES = {
  SUCCESS: "✅ SUCCESS: Remaining auto-links under 5%. Target achieved!",
  PARTIAL: "⚠️ PARTIAL: Remaining auto-links between 5% and 10%.",
  FAILED: "❌ FAILED: Remaining auto-links over 10%.",
  NOT_RUN: "ℹ️ NOT_RUN: No clean-up was ever run in this project, so there is no result to validate.",
} as const;
const CLEAN_UP = "Make a backup with create_link_backup and run execute_link_cleanup with dry_run: false.";
const RECOMMENDATIONS = {
  SUCCESS: "Cleanup completed successfully. You can proceed with migration.",
  PARTIAL: "Make a new backup and run the clean-up again for those that remain.",
  FAILED: CLEAN_UP,
} as const;

function recommendation(status: (typeof CLEANUP_STATUSES)[number], remaining: number): string {
  if (status !== "NOT_RUN") return RECOMMENDATIONS[status];
  return remaining > 0 ? CLEAN_UP : "There are no auto links, so no clean-up is needed.";
}

export const validateCleanupResultTool = mamaTool({
  name: "validate_cleanup_result",
  canonicalName: "validate_cleanup_result",
  title: "Validate the clean-up",
  description:
    "Say whether the link clean-up left few enough auto links: under 5 % is success, over 10 % failure; or that none was run yet.",
  operation: validateCleanup,
  input: z.strictObject({ format: z.enum(REPORT_FORMATS).default("markdown") }),
  hints: { format: { suggestion: `Use ${REPORT_FORMATS.join(" or ")}.` } },
  result: z.object({
    success: z.literal(true),
    data: z.object({
      status: z.enum(CLEANUP_STATUSES),
      format: z.enum(REPORT_FORMATS),
      total_links: z.number().int(),
      remaining_auto_links: z.number().int(),
      remaining_ratio: z.number(),
      protected_links: z.number().int(),
      last_cleanup: z
        .object({
          cleanup_id: z.string(),
          started_at: z.string(),
          ended_at: z.string().nullable(),
          deleted: z.number().int(),
        })
        .nullable(),
      recommendation: z.string(),
    }),
  }),
  toOperation: () => ({}),
  fromOperation: ({ status, total, remaining, ratio, protected: kept, cleanup }, { format }) => ({
    success: true as const,
    data: {
      status,
      format,
      total_links: total,
      remaining_auto_links: remaining,
      remaining_ratio: roundedShare(ratio),
      protected_links: kept,
      last_cleanup: cleanup
        ? {
            cleanup_id: cleanup.id,
            started_at: cleanup.startedAt.toISOString(),
            ended_at: cleanup.endedAt?.toISOString() ?? null,
            deleted: cleanup.removed,
          }
        : null,
      recommendation: recommendation(status, remaining),
    },
  }),
  text: ({ data }) => {
    if (data.format === "json") return JSON.stringify({ success: true, data });
    const cut = data.last_cleanup && data.last_cleanup.ended_at === null;
    return [
      "# Post-Cleanup Validation",
      "",
      `**Status:** ${data.status}`,
      "",
      STATUS_LINES[data.status],
      "",
      "## Statistics",
      `- **Total Links:** ${data.total_links}`,
      `- **Remaining Auto Links:** ${data.remaining_auto_links}`,
      `- **Remaining Ratio:** ${(data.remaining_ratio * 100).toFixed(1)}%`,
      `- **Protected Links:** ${data.protected_links}`,
      ...(cut ? ["- The last clean-up was interrupted; run it again to continue."] : []),
      "",
      "## Recommendation",
      data.recommendation,
    ].join("\n");
  },
});
