/** The commands install and uninstall: they plan changes to the files of clients, show, ask, and report. */

import * as z from "zod";
import { CLIENT_NAMES, type Client, type ClientName, SCOPES, type Scope } from "../../../clients/client.ts";
import type { ClientFiles, FileChange, FileProblem } from "../../../clients/client-files.ts";
import { CLIENTS, clientNamed } from "../../../clients/inventory.ts";
import { Fault } from "../../../shared/errors.ts";
import { type CommandContext, type CommandResult, defineCommand, type Installation } from "../../command.ts";
import { unifiedDiff } from "./unified-diff.ts";

const ALL_CLIENTS = "all";

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

/** Says that git can help as well, in a repository that has not got it. */
async function gitHookNote({ installation }: CommandContext): Promise<readonly string[]> {
  const states = await (await installation.gitHooks()).states();
  if (!states || states.some(({ state }) => state === "ours" || state === "joined")) return [];
  return [
    "So that git says after commits and merges what became of decisions in this repository: membria git hook install",
  ];
}

/** Says what the person has to know, or to do, for the plans. */
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

export const uninstall = defineCommand({
  name: "uninstall",
  summary:
    "Take the server and the hooks out of the settings of clients. Files that nobody changed since are restored as they were.",
  positionals: ["client"],
  input: z.strictObject({
    client: z
      .array(z.enum([...CLIENT_NAMES, ALL_CLIENTS]))
      .min(1)
      .describe("Which clients; all are those that are found on this machine."),
    scope: z.enum(SCOPES).default("user").describe("Where it was installed."),
    yes: z.boolean().default(false).describe("Do it without asking."),
    dryRun: z.boolean().default(false).describe("Show what would change, and change nothing."),
  }),
  async run({ client: typed, scope, yes, dryRun }, context) {
    const files = await context.installation.clients();
    const plans = await plansFor(typed, scope, files, files.planRemoval);
    const difference = differences(plans, context, files);
    const packages = (await Promise.all(plans.map(({ client }) => files.packages(client)))).flat();
    const notes = packages.map(
      ({ name, removal }) => `The package ${name} is still there. To remove it: ${removal}`,
    );
    const isNeeded = plans.some(({ changes }) => changes.some(isChange));
    const shown = { plans, scope, notes, difference, unchanged: "has nothing of it" };
    if (dryRun || !isNeeded) return reportOf({ ...shown, done: !dryRun }, context);
    if (!yes) {
      const agreed = await context.terminal.confirm(`${difference}\nWrite this?`);
      if (agreed === undefined) {
        const told = [...notes, agreementNeeded("uninstall", typed, scope)];
        return reportOf({ ...shown, notes: told, done: false, exitCode: 2 }, context);
      }
      if (!agreed)
        return reportOf({ ...shown, difference: "", notes: ["Nothing was changed."], done: false }, context);
    }
    const results = await carryOutPlans(plans, scope, files, { isRemoval: true });
    return reportOf({ ...shown, difference: yes ? difference : "", results, done: true }, context);
  },
});

/** The changes that are planned for the files of one client. */
interface ClientPlan {
  readonly client: Client;
  readonly changes: readonly FileChange[];
  /** Why nothing is done, if nothing is. */
  readonly skipped?: string | undefined;
}

/** The clients that were typed. With `all` those that the person seems to have; the others are named as skipped. */
async function plansFor(
  typed: readonly (ClientName | typeof ALL_CLIENTS)[],
  scope: Scope,
  files: ClientFiles,
  plan: (client: Client, scope: Scope) => Promise<readonly FileChange[]>,
): Promise<readonly ClientPlan[]> {
  const isAll = typed.includes(ALL_CLIENTS);
  const named = typed.filter((name) => name !== ALL_CLIENTS);
  const clients = isAll ? CLIENTS : [...new Set(named)].map(clientNamed);
  const plans: ClientPlan[] = [];
  for (const client of clients) {
    if (!client.scopes.includes(scope)) {
      if (!isAll) throw noSuchScope(client, scope);
      plans.push({ client, changes: [], skipped: `has no settings for a ${scope}` });
    } else if (isAll && !named.includes(client.name) && !(await files.isPresent(client))) {
      plans.push({ client, changes: [], skipped: "was not found on this machine" });
    } else plans.push({ client, changes: await plan(client, scope) });
  }
  return plans;
}

/** All differences, in colour on a terminal. Values that look like secrets are not shown. */
function differences(
  plans: readonly ClientPlan[],
  { installation, terminal }: CommandContext,
  files: ClientFiles,
): string {
  const { style } = terminal;
  const lines = plans
    .flatMap(({ changes }) => changes)
    .filter(({ kind }) => kind !== "none")
    .flatMap(({ path, before, after }) => {
      const name = installation.show(path);
      return unifiedDiff([before, name], [after, name]);
    });
  return lines
    .map((line) => {
      if (line.startsWith("+++") || line.startsWith("---")) return style("bold", line);
      if (line.startsWith("@@")) return style("cyan", line);
      if (line.startsWith("+")) return style("green", line);
      return line.startsWith("-") ? style("red", files.masked(line)) : files.masked(line);
    })
    .join("\n");
}

/** How a change is told, before and after it was made. */
const CHANGE_WORDS: Readonly<
  Record<Exclude<FileChange["kind"], "none">, readonly [done: string, planned: string]>
> = {
  create: ["created", "would be created"],
  change: ["changed", "would be changed"],
  delete: ["deleted", "would be deleted"],
  restore: ["restored as it was", "would be restored as it was"],
};

const isChange = ({ kind }: FileChange): boolean => kind !== "none";

/** Says what to type if nobody can be asked. */
const agreementNeeded = (verb: string, typed: readonly string[], scope: Scope): string =>
  `Nothing was changed, because nobody could be asked. To do it: membria ${[
    verb,
    ...typed,
    ...(scope === "user" ? [] : ["--scope", scope]),
    "--yes",
  ].join(" ")}`;

function noSuchScope({ title, name, scopes }: Client, scope: Scope): Fault {
  return new Fault("invalid", `${title} has no settings for a ${scope}.`, {
    field: "scope",
    received: scope,
    hint: `Use --scope ${scopes.join(" or ")}: membria install ${name} --scope ${scopes[0]}`,
  });
}

/** A problem with a file, in two lines. */
const problemText = (
  { path, problem }: Pick<FileChange, "path" | "problem">,
  { show }: Pick<Installation, "show">,
): string => `${show(path)} was left alone. ${problem?.message} ${problem?.hint}`;

type Results = ReadonlyMap<
  FileChange,
  { readonly backup?: string | undefined; readonly problem?: FileProblem }
>;

interface ReportedPlans {
  readonly plans: readonly ClientPlan[];
  readonly scope: Scope;
  readonly notes: readonly string[];
  readonly difference: string;
  readonly results?: Results | undefined;
  /** False if the changes were only planned. */
  readonly done: boolean;
  /** The words for a file that needs no change. */
  readonly unchanged: string;
  readonly exitCode?: number | undefined;
}

/** One file after the other. One that fails does not keep the others from being written. */
async function carryOutPlans(
  plans: readonly ClientPlan[],
  scope: Scope,
  files: ClientFiles,
  { isRemoval = false } = {},
): Promise<Results> {
  const results = new Map<FileChange, Awaited<ReturnType<ClientFiles["carryOut"]>>>();
  const changes = plans.flatMap((plan) => plan.changes);
  // Backwards when it is undone, so that a folder is empty when the file comes that it was made for.
  for (const change of isRemoval ? changes.toReversed() : changes)
    results.set(change, await files.carryOut(change, scope));
  return results;
}

function reportOf(
  { plans, scope, notes, difference, results, done, unchanged, exitCode }: ReportedPlans,
  { installation, terminal }: CommandContext,
): CommandResult {
  const { style } = terminal;
  const isDone = done && (results !== undefined || !plans.some(({ changes }) => changes.some(isChange)));
  const problemOf = (change: FileChange): FileProblem | undefined =>
    change.problem ?? results?.get(change)?.problem;
  const fileLines = (change: FileChange): readonly string[] => {
    const problem = problemOf(change);
    if (problem)
      return [`  ${style("red", "✗")} ${problemText({ path: change.path, problem }, installation)}`];
    const backup = results?.get(change)?.backup;
    const [told, planned] = change.kind === "none" ? [unchanged, unchanged] : CHANGE_WORDS[change.kind];
    return [
      `  ${style("green", "✓")} ${installation.show(change.path)} ${isDone ? told : planned}`,
      ...(backup === undefined ? [] : [`    as it was: ${installation.show(backup)}`]),
    ];
  };
  const lines = plans.flatMap(({ client, changes, skipped }) => [
    skipped === undefined ? client.title : style("dim", `${client.title} ${skipped}.`),
    ...changes.flatMap(fileLines),
  ]);
  const hasProblem = plans.some(({ changes }) => changes.some((change) => problemOf(change)));
  return {
    json: {
      scope,
      done: isDone,
      clients: plans.map(({ client, changes, skipped }) => ({
        client: client.name,
        ...(skipped !== undefined && { skipped }),
        files: changes.map((change) => {
          const { path, kind } = change;
          const problem = problemOf(change);
          const backup = results?.get(change)?.backup;
          return {
            path,
            change: problem ? "none" : kind,
            ...(backup && { backup }),
            ...(problem && { problem }),
          };
        }),
      })),
      notes,
    },
    text: [...(difference ? [difference, ""] : []), ...lines, ...notes].join("\n"),
    exitCode: exitCode ?? (hasProblem ? 1 : 0),
  };
}
