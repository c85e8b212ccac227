import * as z from "zod";
import { ProjectName } from "../../access/index.ts";
import { rebuildSkillsOf, removeAllGuidance, type SkillDeps } from "../../learning/index.ts";
import { Fault, type Notice } from "../../shared/errors.ts";
import { actOf, type Call, defineOperation, type PersonOnly } from "../../shared/operations/operation.ts";
import type { Memory } from "../../store/file/memory.ts";
import type { ErasedProject, MovedProject } from "../rules/project-store.ts";
import {
  countProject,
  eraseProject,
  lastMove,
  previewMove,
  readProjects,
  storeMove,
  undoMove,
} from "../sql/projects.ts";

export interface MoveResult extends MovedProject {
  readonly dryRun: boolean;
  readonly notices: readonly Notice[];
}

const withoutKey = (_input: unknown, _deps: unknown, { actor }: Call): boolean => actor.key === undefined;

/** A person at a terminal, or a key of an administrator. An agent with a shell is neither. */
const PERSON_MOVES: PersonOnly<[unknown, unknown, Call]> = {
  does: "moves, renames or erases a project",
  agent: withoutKey,
  script: withoutKey,
};

export const moveProject = defineOperation({
  name: "move-project",
  summary: "Move everything of a project to another one.",
  effect: "update",
  role: "admin",
  personOnly: PERSON_MOVES,
  input: z.strictObject({
    from: ProjectName,
    to: ProjectName,
    /** Whether the other project may have memories of its own. */
    merges: z.boolean().default(false),
    dryRun: z.boolean().default(false),
  }),
  async run({ from, to, merges, dryRun }, deps: ProjectDeps, call): Promise<MoveResult> {
    if (from === to) throw sameProject(from);
    await requireUnshared(deps, [from, to]);
    await deps.observations.flush();
    const planned = await previewMove(deps.memory, from, to);
    const isEmpty = planned.there.decisions + planned.there.others === 0;
    if (!merges && !isEmpty) throw notEmpty(planned);
    if (dryRun && planned.decisions + planned.others + planned.proposals > 0)
      return { ...planned, dryRun, notices: [] };
    const moved = await storeMove(deps.memory, from, to, actOf(deps, call));
    return { ...moved, dryRun, notices: isEmpty ? [] : await learnAgain([to], deps, call) };
  },
});

export const undoProjectMove = defineOperation({
  name: "undo-project-move",
  summary: "Move what the last move of a project took along back.",
  effect: "update",
  role: "admin",
  personOnly: PERSON_MOVES,
  input: z.strictObject({ dryRun: z.boolean().default(false) }),
  async run({ dryRun }, deps: ProjectDeps, call): Promise<MoveResult> {
    const last = await lastMove(deps.memory);
    if (!last) throw nothingToUndo();
    await requireUnshared(deps, [last.from, last.to]);
    if (dryRun) return { ...last, dryRun, notices: [] };
    const back = await undoMove(deps.memory, last.entry, actOf(deps, call));
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

export const forgetProject = defineOperation({
  name: "forget-project",
  summary: "Remove all texts of a project for good, and keep only the fact that they were erased.",
  effect: "destroy",
  role: "admin",
  personOnly: PERSON_MOVES,
  input: z.strictObject({ project: ProjectName, dryRun: z.boolean().default(false) }),
  async run({ project, dryRun }, deps: ProjectDeps, call): Promise<ErasedProject & { guidance: number }> {
    await requireUnshared(deps, [project]);
    // Guidance that still waits may hold the text of a decision.
    await deps.observations.flush();
    if (dryRun) return { ...(await countProject(deps.memory, project)), guidance: 0 };
    const erased = await eraseProject(deps.memory, project, actOf(deps, call));
    const { records, remaining } = await removeAllGuidance(deps.memory, project, actOf(deps, call));
    return { ...erased, guidance: records, remaining: remaining ?? erased.remaining };
  },
});

export const listProjects = defineOperation({
  name: "list-projects",
  summary: "List the projects that have memories, the one used last first.",
  effect: "read",
  role: "admin",
  input: z.strictObject({}),
  run: (_, { memory }: { readonly memory: Memory }) => readProjects(memory),
});

export interface ProjectDeps extends SkillDeps {
  /** Whether a project is shared with a team. */
  readonly isShared: (project: string) => Promise<boolean>;
}

/**
 * A team knows its project by name, and what is in it is on other machines, too: it is neither renamed nor emptied here.
 * @throws Fault `conflict`.
 */
async function requireUnshared({ isShared }: ProjectDeps, projects: readonly string[]): Promise<void> {
  for (const project of projects) {
    if (!(await isShared(project))) continue;
    throw new Fault("conflict", `The project "${project}" is shared with a team.`, {
      field: "project",
      received: project,
      reason: "project_shared",
      hint: "Nothing was changed. What came from the team stays here when it is left.",
      remedies: [{ remedy: "leave-team", project }],
    });
  }
}
