/** The command harvest, with its report. */

import * as z from "zod";
import {
  type AdrFolderFound,
  type Citation,
  citationText,
  type Harvest,
  type HarvestSource,
  harvestCandidates as operation,
  reviewTime,
} from "../../../candidates/index.ts";
import { adrFiles } from "../../../portability/index.ts";
import { perform } from "../../../shared/operations/operation.ts";
import { foldLines } from "../../../shared/text.ts";
import { defineCommand } from "../../command.ts";
import { counted } from "../../figures.ts";
import { type Terminal, table } from "../../terminal.ts";
import { callWithProgress } from "./import.ts";

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
      const imported = (await adrFiles(deps.memory, String(call.scope), folder.folder)).length;
      if (imported < folder.records) adr.push({ ...folder, records: folder.records - imported });
    }
    const told: Harvest = { ...harvested, adr };
    return { json: harvestFields(told), text: harvestText(told, context.terminal).join("\n") };
  },
});

const SOURCES: Readonly<Record<HarvestSource, string>> = {
  commits: "from commits",
  reverts: "from reverts",
  rules: "from rules for agents",
  changelogs: "from changelogs",
  named: "from the files you named",
};
const NAMES = Object.keys(SOURCES) as HarvestSource[];

const harvestFields = (harvest: Harvest) => ({
  dry_run: harvest.dryRun,
  commits: harvest.commits,
  found: harvest.candidates.length,
  by_source: { ...harvest.bySource },
  waiting_already: harvest.waiting,
  reviewed_before: harvest.reviewed,
  in_memory: harvest.inMemory,
  left_out: harvest.leftOut,
  adr_folders: harvest.adr.map(({ folder, records }) => ({ folder, records })),
  candidates: harvest.candidates.map(
    ({ id, origin, quote, statement, alternatives, reasoning, citation, files }) => ({
      candidate_id: id,
      said_by: origin,
      quote,
      statement,
      alternatives: [...alternatives],
      reasoning: reasoning ?? null,
      files: [...files],
      stands_in: citation ? citationFields(citation) : null,
    }),
  ),
});

function harvestText(harvest: Harvest, { width, style }: Pick<Terminal, "width" | "style">): string[] {
  const { candidates, bySource, waiting, reviewed, inMemory, leftOut, adr, commits, dryRun } = harvest;
  const sources = NAMES.filter((name) => bySource[name] > 0).map(
    (name) => `${bySource[name]} ${SOURCES[name]}`,
  );
  const others = [
    ...(waiting > 0 ? [counted(waiting, "waits already", "wait already")] : []),
    ...(reviewed > 0 ? [counted(reviewed, "was reviewed before", "were reviewed before")] : []),
    ...(inMemory > 0
      ? [counted(inMemory, "is decided in the same words", "are decided in the same words")]
      : []),
  ];
  return [
    ...(dryRun && candidates.length > 0 ? [shown(harvest, width), ""] : []),
    `${counted(commits, "commit")} read${sources.length > 0 ? `: ${sources.join(", ")}` : ""}.`,
    ...(others.length > 0 ? [`Not again: ${others.join(", ")}.`] : []),
    ...adr.map(
      ({ folder, records }) =>
        `${counted(records, "decision record")} in ${foldLines(folder)}: membria import adr ${shellWord(folder)}`,
    ),
    ...(leftOut > 0
      ? [
          `${counted(leftOut, "less sure one was", "less sure ones were")} left out; --limit, --since and --paths choose others.`,
        ]
      : []),
    style("bold", summary(harvest)),
  ];
}

function summary({ candidates, dryRun, waiting }: Harvest): string {
  const count = candidates.length;
  if (count === 0 && waiting === 0) return "No candidates.";
  if (dryRun) return `${counted(count, "candidate")}; nothing was stored.`;
  const all = count + waiting;
  const again = waiting > 0 ? ` (${count} new)` : "";
  return `${counted(all, "candidate")}${again}; \`membria review\` takes ${reviewTime(all)}.`;
}

const shown = ({ candidates }: Harvest, width: number): string =>
  table(
    candidates.flatMap(({ statement, citation }) =>
      citation ? [[citationText({ ...citation, subject: undefined }), statement]] : [],
    ),
    width,
  );

/** As a person can paste it. */
const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** Where the words of a candidate stand, for a program. */
export const citationFields = (citation: Citation) => ({
  text: citationText(citation),
  commit: citation.commit ?? null,
  subject: citation.subject ?? null,
  pr: citation.pr ?? null,
  file: citation.file ?? null,
  line: citation.line ?? null,
  at: citation.at?.toISOString() ?? null,
});
