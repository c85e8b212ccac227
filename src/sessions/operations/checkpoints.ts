import * as z from "zod";
import { Fault, type Notice } from "../../shared/errors.ts";
import { ID_PREFIX } from "../../shared/ids.ts";
import { actOf, type Call, defineOperation, mayWrite, projectOf } from "../../shared/operations/operation.ts";
import { ALL_PROJECTS } from "../../shared/scope.ts";
import { describeChanges, startScreening } from "../../shared/screening.ts";
import { boundedText, LIMITS, textList } from "../../shared/text.ts";
import type { Memory } from "../../store/file/memory.ts";
import { type Checkpoint, noCheckpoint, requireParts } from "../rules/checkpoint.ts";
import { type Continuity, readContinuity } from "../rules/continuity.ts";
import {
  type Doubt,
  type MemoryChanges,
  RESTART_MODES,
  RESTART_PERIODS,
  type RestartFailure,
  type RestartMode,
  type RestartPeriod,
  restartMetrics,
} from "../rules/restart.ts";
import {
  addCheckpoint,
  countCheckpoints,
  latestCheckpoint,
  memoryChangesSince,
  restartsSince,
} from "../sql/notes.ts";
import type { ContinuityDeps } from "./deps.ts";
import { type RepositoryChanges, repositoryChanges } from "./repository-changes.ts";

export const saveCheckpoint = defineOperation({
  name: "save-checkpoint",
  summary: "Keep where the work stands, for whoever carries it on.",
  effect: "append",
  role: "agent",
  input: z.strictObject({
    summary: boundedText(1, LIMITS.text),
    openFiles: textList().default([]),
    nextSteps: boundedText(0, LIMITS.text).default(""),
  }),
  async run({ summary, openFiles, nextSteps }, deps: ContinuityDeps, call) {
    const screen = startScreening(deps.secrets);
    const texts = {
      summary: screen.required("summary", summary),
      openFiles: screen.list("openFiles", openFiles),
      nextSteps: screen.text("nextSteps", nextSteps),
    };
    const { missing, claims } = readContinuity(texts.summary, texts.nextSteps);
    if (deps.strictCheckpoints) requireParts(missing);
    const { head, notices } = await headOf(deps);
    const checkpoint: Checkpoint = {
      ...texts,
      id: deps.ids.next(ID_PREFIX.checkpoint),
      aliases: [],
      project: projectOf(call),
      head,
      author: call.actor.author,
      createdAt: deps.clock.now(),
    };
    await addCheckpoint(deps.memory, checkpoint, actOf(deps, call));
    deps.afterNote.saved();
    const unmarked = claims.filter(({ status }) => status === undefined).length;
    return {
      checkpoint,
      missing,
      notices: [
        ...notices,
        ...(missing.length > 0 ? [`It lacks ${missing.join(", ")}: whoever resumes will not know it.`] : []),
        ...(unmarked > 0
          ? [
              `${unmarked} of ${claims.length} evidence items have no status: say Verified, Not run or Assumed.`,
            ]
          : []),
        ...describeChanges(screen.changes),
      ],
    };
  },
});

/** A checkpoint is saved even if the repository cannot be read. */
async function headOf({
  checkout,
  log,
}: ContinuityDeps): Promise<{ readonly head?: string | undefined; readonly notices: readonly string[] }> {
  try {
    return { head: (await checkout.head())?.id, notices: [] };
  } catch (error) {
    log.warn("The checkpoint is saved without the commit it was made at.", { error });
    return {
      notices: [`It was saved without the commit that is checked out: ${Fault.from(error).sentence}`],
    };
  }
}

/** How many changes of each kind are shown. The rest is only counted. */
const MOST_CHANGES_SHOWN: Readonly<Record<RestartMode, number>> = { full: 10, summary: 3 };

/** Everything needed to continue a session without any other context. */
export interface Restart {
  readonly mode: RestartMode;
  readonly checkpoint: Checkpoint;
  readonly continuity: Continuity;
  readonly changes: MemoryChanges;
  /** Undefined if there is no readable repository of the project. */
  readonly repository?: RepositoryChanges | undefined;
  readonly doubts: readonly Doubt[];
  /** What could not be determined, in sentences. */
  readonly notices: readonly Notice[];
}

export const loadCheckpoint = defineOperation({
  name: "load-checkpoint",
  summary: "Resume the last session: where it stood, what changed since, and what to check again.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({ mode: z.enum(RESTART_MODES).default("full") }),
  async run({ mode }, deps: ContinuityDeps, call): Promise<Restart> {
    const started = deps.clock.now();
    try {
      const { restart, complete } = await restartFrom(mode, deps, call);
      count(complete ? undefined : "CONTEXT_INCOMPLETE");
      return restart;
    } catch (error) {
      const nothing = error instanceof Fault && error.reason === "no_checkpoint";
      if (!call.signal.aborted) count(nothing ? "NO_CHECKPOINT" : "LOAD_ERROR");
      throw error;
    }

    function count(failure: RestartFailure | undefined): void {
      // Over all projects it is a look around, and belongs to the metrics of none.
      if (!mayWrite(call) || call.scope === ALL_PROJECTS) return;
      const at = deps.clock.now();
      const ms = Math.max(0, at.getTime() - started.getTime());
      deps.observations.add({ kind: "restart", attempt: { at, project: call.scope, mode, failure, ms } });
    }
  },
});

/** Whether other projects have checkpoints, for a caller who may name one of them. */
const areElsewhere = async (memory: Memory, { confinedTo }: Call): Promise<boolean> =>
  confinedTo === undefined && (await countCheckpoints(memory, ALL_PROJECTS)) > 0;

async function restartFrom(
  mode: RestartMode,
  deps: ContinuityDeps,
  call: Call,
): Promise<{ restart: Restart; complete: boolean }> {
  const { memory } = deps;
  const checkpoint = await latestCheckpoint(memory, call.scope);
  if (!checkpoint) throw noCheckpoint(call.scope, await areElsewhere(memory, call));
  const continuity = readContinuity(checkpoint.summary, checkpoint.nextSteps);
  const [changes, { repository, doubts, notices, known }] = await Promise.all([
    memoryChangesSince(memory, checkpoint, MOST_CHANGES_SHOWN[mode]),
    repositoryChanges(checkpoint, continuity.claims, MOST_CHANGES_SHOWN[mode], deps),
  ]);
  const lacking =
    continuity.missing.length > 0 ? [`The checkpoint lacks ${continuity.missing.join(", ")}.`] : [];
  return {
    restart: {
      mode,
      checkpoint,
      continuity,
      changes,
      repository,
      doubts,
      notices: [...lacking, ...notices],
    },
    complete: continuity.missing.length === 0 && known,
  };
}

export const getRestartMetrics = defineOperation({
  name: "get-restart-metrics",
  summary: "How often and how fast sessions were resumed, against the targets.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({
    period: z.enum(Object.keys(RESTART_PERIODS) as [RestartPeriod, ...RestartPeriod[]]).default("7d"),
  }),
  async run({ period }, deps: ContinuityDeps, { scope }) {
    await deps.observations.flushBriefly();
    const since = new Date(deps.clock.now().getTime() - RESTART_PERIODS[period]);
    return { period, since, ...restartMetrics(await restartsSince(deps.memory, scope, since)) };
  },
});
