import type { Scope } from "../clients/client.ts";
import type { ClientFiles, FileChange, FileProblem } from "../clients/client-files.ts";
import { CHANGE_WORDS, type ClientPlan, isChange, problemText } from "./client-changes.ts";
import type { CommandContext, CommandResult } from "./command.ts";

type Results = ReadonlyMap<
  FileChange,
  { readonly backup?: string | undefined; readonly problem?: FileProblem }
>;

export interface ReportedPlans {
  readonly plans: readonly ClientPlan[];
  readonly scope: Scope;
  readonly notes: readonly string[];
  readonly difference: string;
  readonly results?: Results | undefined;
  /** False if the changes were only planned. */
  readonly done: boolean;
  /** What is said of a file that needs no change. */
  readonly unchanged: string;
  readonly exitCode?: number | undefined;
}

/** One file after the other. One that fails does not keep the others from being written. */
export async function carryOutPlans(
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

export function reportOf(
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
