import * as z from "zod";
import { writeLinkBackup } from "../../decisions/index.ts";
import { mamaTool } from "./dialect.ts";

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
