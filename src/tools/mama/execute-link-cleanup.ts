import * as z from "zod";
import { runLinkCleanup } from "../../decisions/index.ts";
import { mamaTool } from "./dialect.ts";
import { percentOf, ShortLink, sampleLines, shortLinks } from "./link-fields.ts";

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
