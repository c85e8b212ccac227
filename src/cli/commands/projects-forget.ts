import * as z from "zod";
import { forgetProject } from "../../app/moving/forget-project.ts";
import { perform } from "../../app/shared/operation.ts";
import type { ErasedProject } from "../../domain/moving/project-store.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { defineCommand } from "../command.ts";
import { withoutWrites } from "../move-report.ts";
import { projectNames } from "../project-names.ts";
import { remainingText } from "../remaining-text.ts";

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
    const copies = [...(await opened.store.copies()), ...(await opened.store.removeUnfinishedCopies())].map(
      (path) => installation.show(path),
    );
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
