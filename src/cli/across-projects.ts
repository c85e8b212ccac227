import { decisionsById } from "../decisions/index.ts";
import { Fault } from "../shared/errors.ts";
import { ID_PREFIX } from "../shared/ids.ts";
import type { Call } from "../shared/operations/operation.ts";
import { ALL_PROJECTS } from "../shared/scope.ts";
import type { CommandContext, CommandResult } from "./command.ts";

export const isAcrossProjects = ({ scope }: Pick<Call, "scope">): boolean => scope === ALL_PROJECTS;

/** Over all projects a command may only read, whatever it is about: a write by id could be meant for another project. */
export function onlyReadingAcross(call: Call): Call {
  if (!isAcrossProjects(call)) return call;
  return {
    ...call,
    beforeWrite: async () => {
      throw new Fault("invalid", "A write belongs to one project, and --project all names every project.", {
        field: "project",
        received: ALL_PROJECTS,
        reason: "project_required",
        hint: "Leave --project out for the project of this folder, or name one: --project NAME.",
      });
    },
  };
}

/** The projects of these decisions, by id. Empty for a call in one project, which nobody needs to be told. */
export async function projectsOf(
  ids: readonly string[],
  { deps, call }: Pick<CommandContext, "deps" | "call">,
): Promise<ReadonlyMap<string, string>> {
  const { scope } = await call();
  if (scope !== ALL_PROJECTS || ids.length === 0) return new Map();
  const decisions = await decisionsById((await deps()).memory, scope, [...new Set(ids)]);
  return new Map(decisions.map(({ id, project }) => [id, project]));
}

const DECISION_IDS = new RegExp(`\\b${ID_PREFIX.decision}_[a-z0-9]+`, "g");

/**
 * For results in sentences, which have no row for each decision: over all projects the projects of the decisions they
 * name follow below the text, and in `projects`.
 */
export async function withProjectsNamed(
  result: CommandResult,
  context: Pick<CommandContext, "deps" | "call">,
): Promise<CommandResult> {
  if (!isAcrossProjects(await context.call())) return result;
  const named: Record<string, string[]> = {};
  for (const [id, project] of await projectsOf(result.text.match(DECISION_IDS) ?? [], context))
    named[project] = [...(named[project] ?? []), id];
  const lines = Object.entries(named).map(([project, ids]) => `  ${project}: ${ids.join(", ")}`);
  return {
    ...result,
    json: { ...(result.json as object), projects: named },
    text: [result.text, ...(lines.length > 0 ? ["", "Of these projects:", ...lines] : [])].join("\n"),
  };
}

/** The scope of a call in a sentence: "… in any project". */
export const whereText = ({ scope }: Pick<Call, "scope">): string =>
  scope === ALL_PROJECTS ? "any project" : scope;
