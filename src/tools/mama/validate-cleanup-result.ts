import * as z from "zod";
import { CLEANUP_STATUSES, validateCleanup } from "../../decisions/index.ts";
import { roundedShare } from "../../shared/rounding.ts";
import { mamaTool } from "./dialect.ts";

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
