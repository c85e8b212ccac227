import * as z from "zod";
import { writeLinkBackup } from "../../app/links/write-link-backup.ts";
import { createLinkBackupTool } from "../../tools/mama/create-link-backup.ts";
import { defineCommand } from "../command.ts";
import { useTool } from "../use-tool.ts";

export const linksBackup = defineCommand({
  name: "links backup",
  summary: "Write links that came from a legacy database to a file with a checksum.",
  positionals: [],
  input: z.strictObject({
    includeProtected: writeLinkBackup.input.shape.includeProtected.describe("Include all links"),
  }),
  async run({ includeProtected }, context) {
    const { structured, text } = await useTool(
      createLinkBackupTool,
      { include_protected: includeProtected },
      context,
    );
    return { json: structured, text };
  },
});
