import * as z from "zod";
import type { SkillDeps } from "../../learning/index.ts";
import type { ProfileOrigin } from "../../recall/index.ts";
import { pendingEmbeddings } from "../../recall/index.ts";
import { Fault, type Notice } from "../../shared/errors.ts";
import { type Call, defineOperation, perform } from "../../shared/operations/operation.ts";
import { requireWholeMemory } from "../../shared/operations/whole-memory.ts";
import { ALL_PROJECTS } from "../../shared/scope.ts";
import { otherCopies, removeUnfinishedCopies } from "../../store/file/file-copies.ts";
import { getTeamStatus, QUARANTINED, type TeamDeps, type TeamStatus } from "../../team/index.ts";
import type { Backup, MemoryBackups } from "../rules/memory-files.ts";
import { type DescribedMemory, describeMemory } from "../sql/describe-file.ts";
import { type LogVerdict, verdictOn } from "./verify-log.ts";

export interface CopiesHealth {
  /** The newest first. */
  readonly backups: readonly Backup[];
  /** Paths of damaged files that were set aside, and of other copies. */
  readonly others: readonly string[];
  /** Paths of copies that are being written, or were abandoned not long ago. */
  readonly unfinished: readonly string[];
}

export interface Health {
  readonly memory: DescribedMemory;
  readonly log: LogVerdict;
  readonly copies: CopiesHealth;
  readonly meaning: MeaningHealth;
  readonly teams: readonly TeamHealth[];
}

/** What depends on the memory alone, and not on how or where the program was started. */
export const checkHealth = defineOperation({
  name: "check-health",
  summary:
    "Check the memory, its audit log, its copies, its embeddings and the teams that it is shared with.",
  effect: "read",
  role: "admin",
  input: z.strictObject({}),
  async run(_, deps: HealthDeps & TeamDeps, call): Promise<Health> {
    requireWholeMemory(call);
    return {
      memory: await describeMemory(deps.memory),
      log: await verdictOn(deps.memory, call.progress),
      copies: await examineCopies(deps),
      meaning: await examineMeaning(deps),
      teams: await examineTeams(deps, call),
    };
  },
});

/** Unfinished copies of killed processes are removed here; what remains may still be written. */
async function examineCopies({ memory, backups }: HealthDeps): Promise<CopiesHealth> {
  const unfinished = await removeUnfinishedCopies(memory);
  const copies = await (await backups()).list();
  const others = (await otherCopies(memory)).filter((path) => copies.every((copy) => copy.path !== path));
  return { backups: copies, others, unfinished };
}

/** Whether texts are compared by their meaning here. `failed`: they should be, and cannot. */
export type MeaningHealth =
  | { readonly state: "off" }
  | { readonly state: "failed"; readonly failure: Fault }
  | {
      readonly state: "works";
      readonly model: string;
      readonly runtime: string;
      /** What would be faster. */
      readonly note?: string | undefined;
      readonly profile: ProfileOrigin;
      /** How many decisions wait to be embedded. */
      readonly pending: number;
    };

/** Embeds a sentence, so that a model that cannot be used is found out. */
async function examineMeaning({ meaning, profiles, memory }: SkillDeps): Promise<MeaningHealth> {
  const embedder = await meaning.embedder();
  const failure = meaning.failure();
  if (failure) return { state: "failed", failure };
  if (!embedder) return { state: "off" };
  const pending = await pendingEmbeddings(memory);
  try {
    // A query would be given up early, and a model that is slow to load still works.
    await embedder.embed(["Does it work?"], "passage");
    const { runtime, note } = embedder.describe();
    const profile = await profiles.describe(embedder.model);
    return { state: "works", model: embedder.model, runtime, note, profile, pending };
  } catch (error) {
    return { state: "failed", failure: Fault.from(error) };
  }
}

/** How a shared project is doing. A server that is away is no fault of this machine, but one that loses things is. */
export interface TeamHealth {
  readonly status: TeamStatus;
  /** Changes of others that are kept out. */
  readonly quarantined: number;
  /** Undefined if the keys of this machine are not enough to ask. */
  readonly server?: ServerHealth | undefined;
}

export interface ServerHealth {
  /** Undefined if it does not answer; `away` says why. */
  readonly version?: string | undefined;
  readonly away?: string | undefined;
  /** What loses or exposes something. */
  readonly problems: readonly string[];
  readonly advice: readonly Notice[];
}

async function examineTeams(deps: TeamDeps, call: Call): Promise<readonly TeamHealth[]> {
  const teams = await perform(getTeamStatus, {}, deps, { ...call, scope: ALL_PROJECTS });
  return Promise.all(
    teams.map(async (status) => ({
      status,
      quarantined: QUARANTINED.reduce((sum, reason) => sum + (status.setAside[reason] ?? 0), 0),
      server: status.keysProblem === undefined ? await examineServer(status.project, deps) : undefined,
    })),
  );
}

async function examineServer(project: string, { team }: TeamDeps): Promise<ServerHealth> {
  try {
    const { version, findings } = await team.examine(project);
    const sentences = (severity: string): string[] =>
      findings
        .filter((one) => one.severity === severity)
        .map(({ problem, remedy }) => `${problem} ${remedy}`);
    return { version, problems: sentences("error"), advice: sentences("warning") };
  } catch (error) {
    const { message, hint, remedies } = Fault.from(error);
    return { away: message, problems: [], advice: hint || remedies ? [{ text: hint ?? "", remedies }] : [] };
  }
}

export interface HealthDeps extends SkillDeps {
  /** The copies of the memory. What makes and lists them is loaded then. */
  readonly backups: () => Promise<MemoryBackups>;
}
