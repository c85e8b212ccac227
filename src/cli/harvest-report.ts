import type { Harvest } from "../app/harvest/harvest-candidates.ts";
import type { HarvestSource } from "../domain/harvest/found-writing.ts";
import { reviewTime } from "../domain/harvest/review-time.ts";
import { citationText } from "../domain/hooks/citation.ts";
import { foldLines } from "../domain/shared/lines.ts";
import { citationFields } from "./citation-fields.ts";
import { counted } from "./counted.ts";
import { type Terminal, table } from "./terminal.ts";

const SOURCES: Readonly<Record<HarvestSource, string>> = {
  commits: "from commits",
  reverts: "from reverts",
  rules: "from rules for agents",
  changelogs: "from changelogs",
  named: "from the files you named",
};
const NAMES = Object.keys(SOURCES) as HarvestSource[];

export const harvestFields = (harvest: Harvest) => ({
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

export function harvestText(harvest: Harvest, { width, style }: Pick<Terminal, "width" | "style">): string[] {
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
