import * as z from "zod";
import { moveProject } from "../../app/moving/move-project.ts";
import { perform } from "../../app/shared/operation.ts";
import { type CommandContext, type CommandResult, defineCommand } from "../command.ts";
import { moveReport, withoutWrites } from "../move-report.ts";
import { projectNames } from "../project-names.ts";

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
