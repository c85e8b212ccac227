import * as z from "zod";
import { SCOPES } from "../../clients/client.ts";
import type { ClientFiles } from "../../clients/client-files.ts";
import { CLIENT_NAMES } from "../../clients/client-names.ts";
import {
  ALL_CLIENTS,
  agreementNeeded,
  type ClientPlan,
  differences,
  isChange,
  plansFor,
} from "../client-changes.ts";
import { carryOutPlans, reportOf } from "../client-report.ts";
import { type CommandContext, defineCommand } from "../command.ts";

export const install = defineCommand({
  name: "install",
  summary:
    "Set up clients: the server and the hooks in their settings. Shows what it would change, and asks.",
  positionals: ["client"],
  input: z.strictObject({
    client: z
      .array(z.enum([...CLIENT_NAMES, ALL_CLIENTS]))
      .min(1)
      .describe("Which clients; all are those that are found on this machine."),
    scope: z
      .enum(SCOPES)
      .default("user")
      .describe("For everything you do with the client, or for the project of this folder alone."),
    yes: z.boolean().default(false).describe("Do it without asking."),
    dryRun: z.boolean().default(false).describe("Show what would change, and change nothing."),
  }),
  async run({ client: typed, scope, yes, dryRun }, context) {
    const files = await context.installation.clients();
    const plans = await plansFor(typed, scope, files, files.planInstallation);
    const notes = [
      ...(await notesFor(plans, scope, files)),
      ...fetchedNote(files),
      ...(await gitHookNote(context)),
    ];
    const isNeeded = plans.some(({ changes }) => changes.some(isChange));
    const difference = differences(plans, context, files);
    const shown = { plans, scope, notes, difference, unchanged: "has it already" };
    if (dryRun || !isNeeded) return reportOf({ ...shown, done: !dryRun }, context);
    if (!yes) {
      const agreed = await context.terminal.confirm(`${difference}\n${question(plans, context)}`);
      if (agreed === undefined) {
        const told = [...notes, agreementNeeded("install", typed, scope)];
        return reportOf({ ...shown, notes: told, done: false, exitCode: 2 }, context);
      }
      if (!agreed)
        return reportOf({ ...shown, difference: "", notes: ["Nothing was changed."], done: false }, context);
    }
    const results = await carryOutPlans(plans, scope, files);
    return reportOf({ ...shown, difference: yes ? difference : "", results, done: true }, context);
  },
});

const question = (plans: readonly ClientPlan[], { installation }: CommandContext): string =>
  `Write ${plans
    .flatMap(({ changes }) => changes.filter(isChange))
    .map(({ path }) => installation.show(path))
    .join(", ")}?`;

/** What git can add, in a repository that has not got it. */
async function gitHookNote({ installation }: CommandContext): Promise<readonly string[]> {
  const states = await (await installation.gitHooks()).states();
  if (!states || states.some(({ state }) => state === "ours" || state === "joined")) return [];
  return [
    "So that git says after commits and merges what became of decisions in this repository: membria git hook install",
  ];
}

/** What the person has to know, or to do, for what was planned. */
async function notesFor(
  plans: readonly ClientPlan[],
  scope: (typeof SCOPES)[number],
  files: ClientFiles,
): Promise<readonly string[]> {
  const notes: string[] = [];
  for (const { client, changes, skipped } of plans) {
    if (skipped !== undefined) continue;
    for (const { name, removal } of await files.packages(client)) {
      notes.push(
        `${client.title} has the package ${name} as well: its tools would be listed twice, and its hooks would run twice. Remove one of the two: ${removal}, or membria uninstall ${client.name}`,
      );
    }
    for (const other of client.scopes.filter((one) => one !== scope)) {
      if ((await files.examine(client, other)).hooks.length > 0)
        notes.push(
          `${client.title} has the hooks for the ${other} as well, so they would run twice. To remove those: membria uninstall ${client.name} --scope ${other}`,
        );
    }
    if (changes.some(isChange) && client.afterwards) notes.push(client.afterwards);
  }
  const isWritten = plans.some(({ changes }) => changes.some(isChange));
  if (scope === "project" && isWritten && !files.isFetched)
    notes.push(
      "These files name paths of this machine. Before you share them, see whether others have the program at the same place.",
    );
  return notes;
}

const fetchedNote = ({ isFetched }: ClientFiles): readonly string[] =>
  isFetched
    ? [
        "The program was started by npx, so the clients start it by npx, too, and every hook looks for the package first. To make hooks fast: npm install --global membria, then membria install again.",
      ]
    : [];
