import * as z from "zod";
import type { Role } from "../../domain/shared/actor.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { ALL_PROJECTS } from "../../domain/shared/scope.ts";
import { type Members, roleNow } from "../../domain/team/members.ts";
import { QUARANTINED, type SetAsideReason, type TeamProgress } from "../../domain/team/membership.ts";
import { fingerprintOf } from "../../domain/team/names.ts";
import type { ChangeKey } from "../../domain/team/shared-change.ts";
import { type Call, defineOperation } from "../shared/operation.ts";
import type { TeamDeps } from "./deps.ts";
import { membersHere, requireSecret } from "./own-team.ts";

/** Enough to see what they are. */
const MOST_EXAMPLES = 5;

export interface TeamStatus extends TeamProgress {
  readonly fingerprint: string;
  /** Of this machine; undefined if the team did not let it in. */
  readonly role?: Role | "removed" | undefined;
  readonly hasTeamKey: boolean;
  /** What is wrong with the keys of this machine. */
  readonly keysProblem?: string | undefined;
  /** The machines that are in the team. */
  readonly members: number;
  /** Some of the changes for which somebody should look, with the machine that they are from. */
  readonly quarantined: readonly (ChangeKey & {
    readonly machine?: string | undefined;
    readonly action: string;
    readonly reason: SetAsideReason;
  })[];
}

export const getTeamStatus = defineOperation({
  name: "get-team-status",
  summary: "Say what is shared with whom, and how far this machine is, without asking the server.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({}),
  async run(_, deps: TeamDeps, { scope }: Call): Promise<readonly TeamStatus[]> {
    const found =
      scope === ALL_PROJECTS
        ? await deps.store.teams()
        : [await deps.store.teamOf(scope)].filter((team) => !!team);
    return Promise.all(found.map((team) => statusOf(team, deps)));
  },
});

async function statusOf(team: TeamProgress, deps: TeamDeps): Promise<TeamStatus> {
  const members = await membersHere(deps, team);
  const { byOrigin } = members;
  const own = byOrigin.get(team.origin);
  return {
    ...team,
    fingerprint: fingerprintOf(team.teamKey),
    role: own && roleNow(own),
    ...(await keysOf(team, deps)),
    members: [...byOrigin.values()].filter((member) => roleNow(member) !== "removed").length,
    quarantined: await quarantined(team, members, deps),
  };
}

async function keysOf(
  team: TeamProgress,
  deps: TeamDeps,
): Promise<Pick<TeamStatus, "hasTeamKey" | "keysProblem">> {
  try {
    return { hasTeamKey: (await requireSecret(deps, team)).teamKey !== undefined };
  } catch (error) {
    return { hasTeamKey: false, keysProblem: Fault.from(error).sentence };
  }
}

async function quarantined(
  { project, setAside }: TeamProgress,
  { byOrigin }: Members,
  { store }: TeamDeps,
): Promise<TeamStatus["quarantined"]> {
  const count = QUARANTINED.reduce((sum, reason) => sum + (setAside[reason] ?? 0), 0);
  if (count === 0) return [];
  const found = await store.setAsideChanges(project, MOST_EXAMPLES);
  return found
    .filter(({ reason }) => QUARANTINED.includes(reason))
    .map((change) => ({ ...change, machine: byOrigin.get(change.origin)?.machine }));
}
