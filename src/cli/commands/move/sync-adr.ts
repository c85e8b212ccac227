/** The command sync adr, which shows both sides where files and memory differ. */

import * as z from "zod";
import {
  type Disagreement,
  syncAdr as operation,
  SIDES,
  type Side,
  type SyncReport,
  type SyncStep,
} from "../../../portability/index.ts";
import { perform } from "../../../shared/operations/operation.ts";
import { foldLines } from "../../../shared/text.ts";
import { noticeText } from "../../../tools/wording.ts";
import { type CommandContext, defineCommand } from "../../command.ts";
import { shorten, type Terminal, table } from "../../terminal.ts";
import { callWithProgress, DRY_RUN } from "./import.ts";

const STEP_LABELS: Readonly<Record<SyncStep["step"], string>> = {
  file_in: "→ memory",
  memory_updated: "→ memory",
  decision_out: "→ folder",
  file_updated: "→ folder",
  conflict: "CONFLICT",
};

const { shape } = operation.input;

export const syncAdr = defineCommand({
  name: "sync adr",
  summary: "Synchronise a folder of architecture decision records with the memory, both ways.",
  positionals: ["folder"],
  input: z.strictObject({
    folder: shape.folder.describe("The folder with the records"),
    create: shape.create.describe("Create the folder if there is none."),
    prefer: shape.prefer.describe("Which side holds where a file and its decision were both changed."),
    dryRun: shape.dryRun.describe(DRY_RUN),
  }),
  async run(input, context) {
    const { terminal } = context;
    const first = await sync(input, context);
    const choices = input.dryRun ? {} : await askAbout(first, context);
    const again = Object.keys(choices).length > 0 ? await sync({ ...input, choices }, context) : undefined;
    const { folder, dryRun, problems } = again ?? first;
    // The second run finds in step what the first one brought there.
    const { inStep } = first;
    const done = again ? first.steps.filter(({ step }) => step !== "conflict") : [];
    const steps = [...done, ...(again ?? first).steps].map((step) => ({
      ...step,
      detail: noticeText(step.detail, context.wording),
    }));
    const conflicts = steps.filter(({ step }) => step === "conflict");
    return {
      json: {
        folder,
        dry_run: dryRun,
        in_step: inStep,
        steps: steps.map(({ step, path, decisionId, detail, differences }) => ({
          step,
          path,
          decision_id: decisionId,
          detail,
          ...(differences && { differences }),
        })),
        conflicts: conflicts.length,
        problems,
      },
      text: [
        ...(steps.length > 0
          ? [
              table(
                steps.map(({ step, path, detail }) => [STEP_LABELS[step], path, detail]),
                terminal.width,
                true,
              ),
            ]
          : []),
        ...withGap(steps.flatMap((step) => differenceLines(step, terminal))),
        `${dryRun ? "Nothing was written. " : ""}${inStep} in step, ${steps.length - conflicts.length} ${dryRun ? "to bring" : "brought"} in step, ${conflicts.length} in conflict.`,
        ...problems.map(foldLines),
      ].join("\n"),
      exitCode: conflicts.length > 0 ? 1 : 0,
    };
  },
});

const withGap = (lines: readonly string[]): readonly string[] => (lines.length > 0 ? [...lines, ""] : []);

async function sync(input: z.input<typeof operation.input>, context: CommandContext): Promise<SyncReport> {
  const report = await perform(operation, input, await context.deps(), await callWithProgress(context));
  context.terminal.progress("");
  return report;
}

/** The side that a person chooses for each conflict, by the path of its file. Nothing without a terminal. */
async function askAbout({ steps }: SyncReport, { terminal }: CommandContext): Promise<Record<string, Side>> {
  const choices: Record<string, Side> = {};
  for (const step of steps.filter(({ differences }) => (differences?.length ?? 0) > 0)) {
    if (step.step !== "conflict") continue;
    const lines = differenceLines(step, terminal).join("\n").trim();
    const answer = await terminal.choose(`${lines}\nWhich side holds?`, [...SIDES, "neither"]);
    if (answer === undefined || answer === "neither") continue;
    choices[step.path] = answer;
  }
  return choices;
}

/** Both sides of a conflict, a line for each. A text that was overwritten is shown in full. */
function differenceLines(
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
