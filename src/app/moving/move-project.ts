import * as z from "zod";
import { ProjectName } from "../../domain/access/project.ts";
import type { MovedProject } from "../../domain/moving/project-store.ts";
import { Fault } from "../../domain/shared/errors.ts";
import type { Notice } from "../../domain/shared/remedy.ts";
import { actOf, type Call, defineOperation } from "../shared/operation.ts";
import { rebuildSkillsOf } from "../skills/rebuild-skills.ts";
import type { ProjectDeps } from "./project-deps.ts";
import { requirePersonForProjects } from "./require-person.ts";
import { requireUnshared } from "./require-unshared.ts";

export interface MoveResult extends MovedProject {
  readonly dryRun: boolean;
  readonly notices: readonly Notice[];
}

export const moveProject = defineOperation({
  name: "move-project",
  summary: "Move everything of a project to another one.",
  effect: "update",
  role: "admin",
  input: z.strictObject({
    from: ProjectName,
    to: ProjectName,
    /** Whether the other project may have memories of its own. */
    merges: z.boolean().default(false),
    dryRun: z.boolean().default(false),
  }),
  async run({ from, to, merges, dryRun }, deps: ProjectDeps, call): Promise<MoveResult> {
    requirePersonForProjects(call);
    if (from === to) throw sameProject(from);
    await requireUnshared(deps.store, [from, to]);
    await deps.observations.flush();
    const planned = await deps.store.previewMove(from, to);
    const isEmpty = planned.there.decisions + planned.there.others === 0;
    if (!merges && !isEmpty) throw notEmpty(planned);
    if (dryRun && planned.decisions + planned.others + planned.proposals > 0)
      return { ...planned, dryRun, notices: [] };
    const moved = await deps.store.moveProject(from, to, actOf(deps, call));
    return { ...moved, dryRun, notices: isEmpty ? [] : await learnAgain([to], deps, call) };
  },
});

export const undoProjectMove = defineOperation({
  name: "undo-project-move",
  summary: "Move what the last move of a project took along back.",
  effect: "update",
  role: "admin",
  input: z.strictObject({ dryRun: z.boolean().default(false) }),
  async run({ dryRun }, deps: ProjectDeps, call): Promise<MoveResult> {
    requirePersonForProjects(call);
    const last = await deps.store.lastMove();
    if (!last) throw nothingToUndo();
    await requireUnshared(deps.store, [last.from, last.to]);
    if (dryRun) return { ...last, dryRun, notices: [] };
    const back = await deps.store.undoMove(last.entry, actOf(deps, call));
    return { ...back, dryRun, notices: await learnAgain([back.from, back.to], deps, call) };
  },
});

/** Makes the skills of projects again whose decisions are others now. What was moved stays moved if it fails. */
export async function learnAgain(
  projects: readonly string[],
  deps: ProjectDeps,
  call: Pick<Call, "actor" | "signal" | "progress">,
): Promise<readonly Notice[]> {
  try {
    for (const project of projects) await rebuildSkillsOf(project, deps, call);
    return [];
  } catch (error) {
    call.signal.throwIfAborted();
    deps.log.error("Skills could not be learned again after a move", { error });
    const text = `The move is done, but skills were not learned again: ${Fault.from(error).message}`;
    return [{ text, remedies: [{ remedy: "relearn-skills" }] }];
  }
}

function sameProject(project: string): Fault {
  return new Fault("invalid", `A project cannot be moved to itself: received "${project}" twice.`, {
    field: "to",
    received: project,
    reason: "same_project",
    hint: "Nothing was changed. Name another project.",
  });
}

function notEmpty({ from, to, there }: MovedProject): Fault {
  return new Fault(
    "conflict",
    `The project "${to}" has memories of its own: ${there.decisions} of them decisions, ${there.others} others.`,
    {
      field: "to",
      received: to,
      reason: "project_not_empty",
      hint: "Nothing was changed. The two can be merged.",
      remedies: [{ remedy: "move-project", from, to, merges: true }],
    },
  );
}

function nothingToUndo(): Fault {
  return new Fault("not_found", "No project was moved, or all moves were undone.", {
    reason: "no_move",
    hint: "Nothing was changed.",
  });
}
