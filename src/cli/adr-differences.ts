import type { Disagreement } from "../app/moving/adr-conflict.ts";
import type { SyncStep } from "../app/moving/sync-steps.ts";
import { shorten, type Terminal } from "./terminal.ts";

/** What the two sides of a conflict say, a line for each. What was overwritten is shown in full. */
export function differenceLines(
  { step, path, differences = [] }: Pick<SyncStep, "step" | "path" | "differences">,
  { width }: Pick<Terminal, "width">,
): string[] {
  if (differences.length === 0) return [];
  const shown = differences.flatMap((each) =>
    step === "file_updated" ? overwritten(each) : [`  ${each.field}`, ...sides(each, width)],
  );
  return step === "file_updated" ? ["", `What ${path} said before:`, ...shown] : ["", `${path}:`, ...shown];
}

function sides({ before, file, memory }: Disagreement, width: number): string[] {
  const texts = [before, file, memory];
  return (["before", "file", "memory"] as const).flatMap((side, i) => {
    const text = texts[i] ?? "";
    if (side === "before" && (text === "" || text === file || text === memory)) return [];
    return [`    ${side.padEnd(6)}  ${excerpt(text, texts, Math.max(20, width - 12)) || "(nothing)"}`];
  });
}

const overwritten = ({ field, file }: Disagreement): string[] => [
  `  ${field}`,
  ...(file === "" ? ["    (nothing)"] : file.split("\n").map((line) => `    ${line}`.trimEnd())),
];

/** Some words before the first difference, so that a change in the middle of a long text is seen. */
const BEFORE = 20;

function excerpt(text: string, others: readonly string[], width: number): string {
  const length = Math.min(...others.map((other) => commonStart(text, other)));
  const from = length > BEFORE * 2 ? text.lastIndexOf(" ", length - BEFORE) + 1 : 0;
  return shorten(`${from > 0 ? "… " : ""}${text.slice(from)}`, width);
}

function commonStart(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}
