import * as z from "zod";
import { type Harvest, harvestCandidates as operation } from "../../app/harvest/harvest-candidates.ts";
import { perform } from "../../app/shared/operation.ts";
import type { AdrFolderFound } from "../../domain/harvest/written-places.ts";
import { defineCommand } from "../command.ts";
import { harvestFields, harvestText } from "../harvest-report.ts";
import { callWithProgress } from "../import-report.ts";

const { shape } = operation.input;

export const harvest = defineCommand({
  name: "harvest",
  summary:
    "Look for decisions in what is written already: commits, reverts, changelogs, rules for agents, and files that you name. What is found waits for `membria review`.",
  positionals: [],
  input: z.strictObject({
    since: shape.since.describe(
      "Only what was written from this time on: a date, or how long ago, such as 90d.",
    ),
    paths: shape.paths.describe("Only commits that change this file or folder of the repository."),
    from: shape.from.describe(
      "Also this file, wherever it is: a transcript of an agent (JSONL) or its memory file.",
    ),
    limit: shape.limit.describe("How many at most, the surest first."),
    dryRun: shape.dryRun.describe("Only show what would wait."),
  }),
  // The file that is missing is one of those.
  fields: { file: "from" },
  async run(input, context) {
    const call = await callWithProgress(context);
    const deps = await context.deps();
    const harvested = await perform(operation, input, deps, call);
    context.terminal.progress("");
    const adr: AdrFolderFound[] = [];
    for (const folder of harvested.adr) {
      const imported = (await deps.store.adrFiles(String(call.scope), folder.folder)).length;
      if (imported < folder.records) adr.push({ ...folder, records: folder.records - imported });
    }
    const told: Harvest = { ...harvested, adr };
    return { json: harvestFields(told), text: harvestText(told, context.terminal).join("\n") };
  },
});
