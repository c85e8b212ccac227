/** Commands about projects: list, move, merge, rename, undo and forget. */

import * as z from "zod";
import { parseProjectName } from "../../../access/index.ts";
import {
  type ErasedProject,
  forgetProject,
  listProjects,
  moveProject,
  undoProjectMove,
} from "../../../portability/index.ts";
import { Fault } from "../../../shared/errors.ts";
import { perform } from "../../../shared/operations/operation.ts";
import { otherCopies, removeUnfinishedCopies } from "../../../store/file/file-copies.ts";
import { type CommandContext, type CommandResult, defineCommand } from "../../command.ts";
import { remainingText } from "../../erasure-report.ts";
import { ageText } from "../../figures.ts";
import { moveReport, otherNames, otherNameText, withoutWrites } from "../../project-reports.ts";
import { table } from "../../terminal.ts";

export const projects = defineCommand({
  name: "projects",
  summary: "List the projects that have memories, and the one of this folder.",
  positionals: [],
  input: z.strictObject({}),
  async run(_, context) {
    const { terminal } = context;
    const [opened, ownCall] = [await context.deps(), await context.call()];
    const here = ownCall.scope;
    const found = await perform(listProjects, {}, opened, ownCall);
    const known = found.some(({ project }) => project === here);
    const listed = known
      ? found
      : [{ project: here, decisions: 0, others: 0, lastUsedAt: undefined }, ...found];
    const hints = (await otherNames(context)).map((other) => ({
      ...other,
      text: otherNameText(other, here, known),
    }));
    const now = opened.clock.now();
    const rows = listed.map(({ project, decisions, others, lastUsedAt }) => [
      project === here ? "*" : "",
      String(decisions),
      String(others),
      lastUsedAt ? ageText(lastUsedAt, now) : "–",
      project,
    ]);
    return {
      json: {
        projects: listed.map(({ project, decisions, others, lastUsedAt }) => ({
          project,
          decisions,
          other_memories: others,
          last_used_at: lastUsedAt?.toISOString() ?? null,
          here: project === here,
        })),
        perhaps_here: hints.map(({ project, decisions, others, because }) => ({
          project,
          decisions,
          other_memories: others,
          because,
        })),
      },
      text: [
        table(
          [["HERE", "DECISIONS", "OTHER", "LAST USE", "PROJECT"], ...rows],
          terminal.cutsLines ? terminal.width : Number.POSITIVE_INFINITY,
        ),
        ...(context.personTypes() ? hints.map(({ text }) => text) : []),
      ].join("\n"),
    };
  },
});

const dryRun = z.boolean().default(false).describe("Only say what would be moved.");

export const projectsMove = defineCommand({
  name: "projects move",
  summary: "Move everything of a project to another name, which has no memories yet.",
  positionals: ["from", "to"],
  input: z.strictObject({
    from: z.string().describe("The project as it is called now"),
    to: z.string().describe("The new name"),
    dryRun,
  }),
  completes: { from: "projects" },
  run: ({ from, to, dryRun }, context) => move({ from, to, dryRun, merges: false }, context),
});

export const projectsMerge = defineCommand({
  name: "projects merge",
  summary: "Move everything of a project into another one, which keeps what it has.",
  positionals: ["from", "into"],
  input: z.strictObject({
    from: z.string().describe("The project that ends"),
    into: z.string().describe("The project that gets its memories"),
    dryRun,
  }),
  fields: { to: "into" },
  completes: { from: "projects", into: "projects" },
  run: ({ from, into, dryRun }, context) => move({ from, to: into, dryRun, merges: true }, context),
});

export const projectsRename = defineCommand({
  name: "projects rename",
  summary: "Give a project another name.",
  positionals: ["name", "new"],
  input: z.strictObject({
    name: z.string().describe("The project as it is called now"),
    new: z.string().describe("Its new name, under which there are no memories yet"),
    dryRun,
  }),
  fields: { from: "name", to: "new" },
  completes: { name: "projects" },
  run: ({ name, new: to, dryRun }, context) => move({ from: name, to, dryRun, merges: false }, context),
});

interface Asked {
  readonly from: string;
  readonly to: string;
  readonly dryRun: boolean;
  readonly merges: boolean;
}

async function move(asked: Asked, context: CommandContext): Promise<CommandResult> {
  const { deps, call, wording } = context;
  const { from, to } = projectNames({ from: asked.from, to: asked.to });
  const ownCall = await call();
  const moved = await perform(
    moveProject,
    { ...asked, from, to },
    await deps(),
    asked.dryRun ? withoutWrites(ownCall) : ownCall,
  );
  if (moved.dryRun) return moveReport(moved, wording);
  // The folder that is still called so begins anew under the old name.
  const stillHere = ownCall.scope === from;
  return moveReport(moved, wording, [
    ...(stillHere
      ? [
          `This folder's own name is still ${from}. To use ${to} here, write {"project": "${to}"} into .membria.json.`,
        ]
      : []),
    "`membria projects undo` takes it back.",
  ]);
}

export const projectsUndo = defineCommand({
  name: "projects undo",
  summary: "Take the last move, merge or renaming of a project back. What came since stays.",
  positionals: [],
  input: z.strictObject({
    dryRun: z.boolean().default(false).describe("Only say what would go back."),
  }),
  async run({ dryRun }, { deps, call, wording }) {
    const ownCall = dryRun ? withoutWrites(await call()) : await call();
    return moveReport(await perform(undoProjectMove, { dryRun }, await deps(), ownCall), wording);
  },
});

type Counts = Pick<ErasedProject, "project" | "decisions" | "others" | "proposals">;

export const projectsForget = defineCommand({
  name: "projects forget",
  summary: "Erase everything of a project for good. Only the fact that it was erased stays.",
  positionals: ["name"],
  input: z.strictObject({
    name: z.string().describe("The project"),
    dryRun: z.boolean().default(false).describe("Only say what would be erased."),
    yes: z.boolean().default(false).describe("Do it without asking."),
  }),
  fields: { project: "name", from: "name" },
  completes: { name: "projects" },
  async run({ name, dryRun, yes }, context) {
    const { terminal, installation } = context;
    const { project } = projectNames({ project: name });
    const [opened, ownCall] = [await context.deps(), await context.call()];
    const counts = await perform(forgetProject, { project, dryRun: true }, opened, withoutWrites(ownCall));
    const explained = `${project}: ${countText(counts)}`;
    if (dryRun) return { json: resultOf(counts, false), text: `Would erase ${explained}.` };
    if (!yes) {
      const agreed = await terminal.confirm(`Erase ${explained}? This cannot be undone.`);
      if (agreed === undefined) throw confirmationNeeded(explained, project);
      if (!agreed) return { json: resultOf(counts, false), text: "Nothing was erased." };
    }
    const erased = await perform(forgetProject, { project }, opened, ownCall);
    const remaining = remainingText(erased.remaining, installation);
    const copies = [
      ...(await otherCopies(opened.memory)),
      ...(await removeUnfinishedCopies(opened.memory)),
    ].map((path) => installation.show(path));
    return {
      json: { ...resultOf(erased, true), guidance: erased.guidance, remaining: remaining.json, copies },
      text: [
        `Erased ${explained}.`,
        ...remaining.lines,
        ...(copies.length > 0
          ? [
              `Older copies of the memory and backups of links may still contain it. Delete them to erase it everywhere: ${copies.join(", ")}`,
            ]
          : []),
      ].join("\n"),
      exitCode: remaining.exitCode,
    };
  },
});

const resultOf = ({ project, decisions, others, proposals }: Counts, erased: boolean) => ({
  project,
  erased,
  decisions,
  other_memories: others,
  proposals,
});

const countText = ({ decisions, others, proposals }: Counts): string =>
  [
    `${decisions} ${decisions === 1 ? "decision" : "decisions"}`,
    `${others} other ${others === 1 ? "memory" : "memories"}`,
    `${proposals} ${proposals === 1 ? "proposal" : "proposals"}`,
  ].join(", ");

function confirmationNeeded(explained: string, project: string): Fault {
  return new Fault("invalid", `Erasing cannot be undone, so nothing was erased. ${explained}.`, {
    reason: "confirmation_needed",
    hint: `To do it: membria projects forget ${project} --yes`,
  });
}

/** Checks names that were typed. @throws Fault `invalid` that shows how a name looks. */
function projectNames<K extends string>(typed: Readonly<Record<K, string>>): Record<K, string> {
  const checked = Object.entries<string>(typed).map(([key, name]) => [
    key,
    parseProjectName(name, "the command"),
  ]);
  return Object.fromEntries(checked) as Record<K, string>;
}
