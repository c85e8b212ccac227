import * as z from "zod";
import { scanAutoLinks } from "../../decisions/index.ts";
import { mamaTool } from "./dialect.ts";
import { percentOf, ShortLink, sampleLines, shortLinks } from "./link-fields.ts";

export const scanAutoLinksTool = mamaTool({
  name: "scan_auto_links",
  canonicalName: "scan_auto_links",
  title: "Scan auto links",
  description:
    "Count the links that came with a legacy database and were made there by a machine, which a clean-up would remove.",
  operation: scanAutoLinks,
  input: z.strictObject({
    include_samples: z.boolean().default(false).describe("Include sample links"),
  }),
  hints: { include_samples: { suggestion: "Use true or false." } },
  result: z.object({
    success: z.literal(true),
    data: z.object({
      total_links: z.number().int(),
      auto_links: z.number().int(),
      protected_links: z.number().int(),
      deletion_targets: z.number().int(),
      samples: z.array(ShortLink).optional(),
    }),
  }),
  toOperation: ({ include_samples }) => ({ includeSamples: include_samples }),
  fromOperation: ({ total, auto, protected: kept, samples }, { include_samples }) => ({
    success: true as const,
    data: {
      total_links: total,
      auto_links: auto,
      protected_links: kept,
      deletion_targets: auto,
      ...(include_samples && { samples: shortLinks(samples) }),
    },
  }),
  text: ({ data }) =>
    [
      "# Auto-Link Scan Results",
      "",
      `Total Links: ${data.total_links}`,
      `Auto-Generated Links: ${data.auto_links} (${percentOf(data.auto_links, data.total_links)})`,
      `Protected Links: ${data.protected_links} (${percentOf(data.protected_links, data.total_links)})`,
      `Deletion Targets: ${data.deletion_targets}`,
      ...(data.samples && data.samples.length > 0
        ? ["", "Sample Deletion Targets:", ...sampleLines(data.samples, data.deletion_targets)]
        : []),
    ].join("\n"),
});
