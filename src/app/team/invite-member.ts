import * as z from "zod";
import { ROLES, type Role } from "../../domain/shared/actor.ts";
import { DAY_MS } from "../../domain/shared/time.ts";
import { makeInvitation } from "../../domain/team/invitation.ts";
import { fingerprintOf } from "../../domain/team/names.ts";
import { type Call, defineOperation, projectOf } from "../shared/operation.ts";
import type { TeamDeps } from "./deps.ts";
import { requireTeam, requireTeamKey } from "./own-team.ts";
import { requirePersonForTeam } from "./require-person.ts";

const MOST_DAYS = 90;

export interface MadeInvitation {
  readonly project: string;
  readonly role: Role;
  readonly expires: Date;
  readonly fingerprint: string;
  /** Without user and password. */
  readonly url: string;
  /** To be shown once: whoever has it can come in. */
  readonly token: string;
}

export const inviteMember = defineOperation({
  name: "invite-member",
  summary: "Make an invitation that lets one machine into the team.",
  effect: "append",
  role: "admin",
  input: z.strictObject({
    role: z.enum(ROLES).default("agent"),
    days: z.number().int().min(1).max(MOST_DAYS).default(7),
  }),
  async run({ role, days }, deps: TeamDeps, call: Call): Promise<MadeInvitation> {
    requirePersonForTeam(call);
    const team = await requireTeam(deps, projectOf(call));
    const { teamKey } = await requireTeamKey(deps, team);
    const { project, url, graph } = team;
    const expires = new Date(deps.clock.now().getTime() + days * DAY_MS);
    const token = makeInvitation({ project, url, graph, role, expires }, teamKey, deps.signatures);
    return { project, role, expires, fingerprint: fingerprintOf(team.teamKey), url, token };
  },
});
