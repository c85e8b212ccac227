import type { CopyReport, FileReport } from "../domain/repair/memory-files.ts";
import type { CommandContext, CommandResult, Installation } from "./command.ts";

const STATES: Readonly<Record<FileReport["state"], string>> = {
  missing: "is missing",
  empty: "is empty",
  foreign: "is not a memory",
  damaged: "is damaged",
  altered: "does not match its log",
  sound: "is in order",
};

/** What `membria doctor` says about a memory that cannot be used as it is. */
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

export const damageJson = ({ path, state, problems, copies }: FileReport, { show }: Installation) => ({
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

export function copyLines({ copies }: FileReport, { show }: Installation): string[] {
  if (copies.length === 0) return ["There is no copy of the memory beside it."];
  return [
    "Copies beside it, the newest first:",
    ...copies.map((copy) => `  ${show(copy.path)}: ${about(copy)}`),
  ];
}

/** Such as: of 2026-11-16 10:30, in order, 120 decisions. */
function about({ at, isWhole, decisions }: CopyReport): string {
  const date = at.toISOString().slice(0, 16).replace("T", " ");
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

export const newestWhole = ({ copies }: FileReport): CopyReport | undefined =>
  copies.find(({ isWhole }) => isWhole);
