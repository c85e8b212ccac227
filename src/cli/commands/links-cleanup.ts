import * as z from "zod";
import { runLinkCleanup } from "../../app/links/run-link-cleanup.ts";
import { executeLinkCleanupTool } from "../../tools/mama/execute-link-cleanup.ts";
import { validateCleanupResultTool } from "../../tools/mama/validate-cleanup-result.ts";
import { defineCommand } from "../command.ts";
import { useTool } from "../use-tool.ts";

export const linksCleanup = defineCommand({
  name: "links cleanup",
  summary: "Remove links that a machine made in a legacy database. Continues where it was interrupted.",
  positionals: [],
  input: z.strictObject({
    yes: z
      .boolean()
      .default(false)
      .describe("Really remove them; without this flag it only shows what it would do."),
    batchSize: runLinkCleanup.input.shape.batchSize.describe("Links per batch"),
  }),
  async run({ yes, batchSize }, context) {
    const { terminal } = context;
    const showing = {
      ...context,
      call: async () => ({
        ...(await context.call()),
        progress: (done: number, total?: number) => terminal.progress(`removing ${done} of ${total}`),
      }),
    };
    const { structured, text } = await useTool(
      executeLinkCleanupTool,
      { dry_run: !yes, batch_size: batchSize },
      showing,
    );
    terminal.progress("");
    if (!yes) return { json: structured, text: `${text}\nOn the command line: membria links cleanup --yes` };
    const validated = await useTool(validateCleanupResultTool, {}, context);
    return {
      json: { ...structured, validation: validated.structured["data"] },
      text: `${text}\n\n${validated.text}`,
    };
  },
});
