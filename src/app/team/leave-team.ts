import * as z from "zod";
import { actOf, type Call, defineOperation, projectOf } from "../shared/operation.ts";
import type { TeamDeps } from "./deps.ts";
import { requireTeam } from "./own-team.ts";
import { requirePersonForTeam } from "./require-person.ts";

export interface LeftTeam {
  readonly project: string;
  readonly team: string;
  /** The name that this machine had in the team. */
  readonly origin: string;
  /** Own changes that the team does not have yet, and never gets. */
  readonly pending: number;
  /** Whether this machine has the key of the team, without which nobody is invited any more. */
  readonly hasTeamKey: boolean;
  /** Where the key of the team is, which is kept. */
  readonly keptKeys?: string | undefined;
}

export const leaveTeam = defineOperation({
  name: "leave-team",
  summary: "Stop sharing a project. What came from others stays here, and what was shared stays with them.",
  effect: "update",
  role: "admin",
  input: z.strictObject({ dryRun: z.boolean().default(false) }),
  async run({ dryRun }, deps: TeamDeps, call: Call): Promise<LeftTeam> {
    requirePersonForTeam(call);
    const { project, team, origin, pending } = await requireTeam(deps, projectOf(call));
    // Keys that cannot be read any more must not keep anybody in the team.
    const secret = await deps.teamSecrets.read(team).catch(() => undefined);
    const hasTeamKey = secret?.teamKey !== undefined;
    const left = { project, team, origin, pending, hasTeamKey };
    if (dryRun) return left;
    await deps.store.leaveTeam(project, actOf(deps, call));
    if (hasTeamKey) return { ...left, keptKeys: deps.teamSecrets.whereIs(team) };
    await deps.teamSecrets.remove(team);
    return left;
  },
});
