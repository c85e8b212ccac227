/** The command recover, and the report of damage that doctor gives as well. */

import { resolve } from "node:path";
import * as z from "zod";
import type { CopyReport, FileReport, MemoryFiles, Recovery } from "../../../repair/index.ts";
import { Fault } from "../../../shared/errors.ts";
import { type CommandContext, type CommandResult, defineCommand, type Installation } from "../../command.ts";
import { minuteText } from "../../figures.ts";
import { table } from "../../terminal.ts";

export const recover = defineCommand({
  name: "recover",
  summary: "Bring a damaged memory back: what can be read of it, or a copy. The damaged file is kept.",
  positionals: [],
  input: z.strictObject({
    from: z
      .string()
      .min(1)
      .optional()
      .describe("Put this copy in the place of the memory (membria doctor names the copies)"),
    yes: z
      .boolean()
      .default(false)
      .describe("Really do it; without this flag it only says what would happen."),
  }),
  personOnly: {
    does: "puts another file in the place of the memory",
    agent: ({ yes }) => yes,
    script: false,
  },
  async run({ from, yes }, context) {
    const { installation, terminal, now } = context;
    const files = await installation.files();
    const onProgress = (done: number, total: number, what: string): void =>
      terminal.progress(`${what}: ${done} of ${total}`);
    const report = await files.examine(onProgress);
    terminal.progress("");
    const copy = from === undefined ? onlyCopyHelps(report) : resolve(from);
    if (copy !== undefined) return bringBack(copy, yes, report, files, context);
    requireDamaged(report, context);
    const recovery = await files.salvage({ dryRun: !yes, at: now(), onProgress });
    terminal.progress("");
    return recoveryReport(recovery, yes, report, context);
  },
});

/** The newest good copy, if nothing is left of the memory itself. */
function onlyCopyHelps(report: FileReport): string | undefined {
  const hasNothing = (report.state === "missing" || report.state === "empty") && !report.hasLog;
  return hasNothing ? newestWhole(report)?.path : undefined;
}

function requireDamaged({ path, state }: FileReport, { installation }: CommandContext): void {
  if (state !== "sound" && state !== "altered") return;
  throw new Fault(
    "conflict",
    `The pages of ${installation.show(path)} are in order: there is nothing to recover.`,
    {
      reason: "not_damaged",
      hint:
        state === "altered"
          ? "But what is stored does not match the log. To go back to a copy: membria recover --from FILE"
          : "To go back to a copy all the same: membria recover --from FILE",
    },
  );
}

async function bringBack(
  copy: string,
  yes: boolean,
  report: FileReport,
  files: MemoryFiles,
  { installation }: CommandContext,
): Promise<CommandResult> {
  const { show } = installation;
  const [file, shown] = [show(report.path), show(copy)];
  if (!yes) {
    return {
      json: { recovered: false, from: shown, ...damageJson(report, installation) },
      text: [
        ...copyLines(report, installation),
        `Nothing was changed. ${shown} would be put in the place of ${file}, and what is there now would be kept under another name.`,
        `Stop the clients that use this memory, and then: membria recover --from ${shown} --yes`,
      ].join("\n"),
    };
  }
  const setAside = await files.bringBack(copy);
  return {
    json: { recovered: true, from: shown, set_aside: setAside === undefined ? null : show(setAside) },
    text: [
      `${file} is ${shown} again. The copy stays where it is.`,
      ...(setAside === undefined ? [] : [`What was there before is now ${show(setAside)}.`]),
      "Check it with: membria doctor",
    ].join("\n"),
  };
}

function recoveryReport(
  { kinds, mayLackMore, lostIds, alteredIds, setAside }: Recovery,
  yes: boolean,
  report: FileReport,
  { installation, terminal }: CommandContext,
): CommandResult {
  const { show } = installation;
  const file = show(report.path);
  const newest = newestWhole(report);
  const rows = kinds.map(({ kind, recovered, madeAgain, altered, lost }) => [
    kind,
    `${recovered} read`,
    madeAgain > 0 ? `${madeAgain} made again from the log` : "",
    altered > 0 ? `${altered} with a damaged text` : "",
    lost > 0 ? terminal.style("red", `${lost} lost`) : "",
  ]);
  return {
    json: {
      recovered: yes,
      kinds: kinds.map(({ madeAgain, ...kind }) => ({ ...kind, made_again: madeAgain })),
      may_lack_more: mayLackMore,
      lost: lostIds,
      altered: alteredIds,
      set_aside: setAside === undefined ? null : show(setAside),
      damage: damageJson(report, installation),
    },
    text: [
      table(rows, terminal.width),
      ...(lostIds.length > 0 ? [`Lost: ${lostIds.join(", ")}`] : []),
      ...(alteredIds.length > 0 ? [`Damaged in their text: ${alteredIds.join(", ")}`] : []),
      ...(mayLackMore
        ? ["More may be lost than is counted: the lists of what was there are damaged, too."]
        : []),
      ...(yes
        ? [
            `${file} has what could be read. The damaged file is now ${setAside === undefined ? "gone" : show(setAside)}.`,
            "Check it with: membria doctor. Entries that the log lacks are reported there.",
          ]
        : [
            ...copyLines(report, installation),
            "Nothing was changed. Stop the clients that use this memory, and then:",
            "  membria recover --yes   keeps what is counted above",
            ...(newest
              ? [`  membria recover --from ${show(newest.path)} --yes   goes back to that copy`]
              : []),
          ]),
    ].join("\n"),
  };
}

const STATES: Readonly<Record<FileReport["state"], string>> = {
  missing: "is missing",
  empty: "is empty",
  foreign: "is not a memory",
  damaged: "is damaged",
  altered: "does not match its log",
  sound: "is in order",
};

/** The answer of `membria doctor` about a memory that cannot be used as it is. */
export function damageReport(
  report: FileReport,
  { installation, terminal }: Pick<CommandContext, "installation" | "terminal">,
): CommandResult {
  const { path, state, problems } = report;
  return {
    json: { ok: false, version: installation.version, damage: damageJson(report, installation) },
    text: [
      `membria ${installation.version}`,
      `${terminal.style("red", "✗")} memory    ${installation.show(path)} ${STATES[state]}`,
      ...problems.map((problem) => `  ${" ".repeat(9)} ${problem}`),
      ...copyLines(report, installation),
      "",
      ...waysBack(report, installation),
    ].join("\n"),
    exitCode: 1,
  };
}

const damageJson = ({ path, state, problems, copies }: FileReport, { show }: Installation) => ({
  path: show(path),
  state,
  problems,
  copies: copies.map((copy) => ({
    path: show(copy.path),
    at: copy.at.toISOString(),
    whole: copy.isWhole,
    decisions: copy.decisions ?? null,
  })),
});

function copyLines({ copies }: FileReport, { show }: Installation): string[] {
  if (copies.length === 0) return ["There is no copy of the memory beside it."];
  return [
    "Copies beside it, the newest first:",
    ...copies.map((copy) => `  ${show(copy.path)}: ${about(copy)}`),
  ];
}

/** Such as: of 2026-11-16 10:30, in order, 120 decisions. */
function about({ at, isWhole, decisions }: CopyReport): string {
  const date = minuteText(at);
  if (decisions === undefined) return `of ${date}, cannot be opened`;
  return `of ${date}, ${isWhole ? "in order" : "damaged"}, ${decisions} decisions`;
}

function waysBack(report: FileReport, { show }: Installation): string[] {
  const newest = newestWhole(report);
  const goBack = newest
    ? [`To go back to the newest good copy: membria recover --from ${show(newest.path)}`]
    : [];
  switch (report.state) {
    case "foreign":
      return ["Name another file in MEMBRIA_DB_PATH, or move this one away.", ...goBack];
    case "altered":
      return ["Compare it with a copy that you trust.", ...goBack];
    default:
      return [
        "Stop the clients that use this memory first.",
        "To see what can still be read of it, and to keep that: membria recover",
        ...goBack,
      ];
  }
}

const newestWhole = ({ copies }: FileReport): CopyReport | undefined => copies.find(({ isWhole }) => isWhole);
