import type { ErasureGuard } from "../../domain/moving/erasure-guard.ts";
import type { Role } from "../../domain/shared/actor.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { PERSON_ID } from "../../domain/shared/ids.ts";
import type { TeamGuard } from "../../domain/shared/team-guard.ts";
import { mayDo } from "../../domain/team/action-roles.ts";
import { isFrom, type Members, roleNow } from "../../domain/team/members.ts";
import type { TeamProgress } from "../../domain/team/membership.ts";
import type { TeamDeps } from "./deps.ts";
import { adminsOf, membersHere, nameOf } from "./own-team.ts";

/**
 * Refuses to erase what the others would keep, because they do not let this machine erase it. What was never shared can
 * always be erased.
 */
export const erasureGuard =
  (deps: Pick<TeamDeps, "store" | "signatures">): ErasureGuard =>
  async (record, action) => {
    if (PERSON_ID.test(record)) {
      for (const team of await deps.store.teams())
        requireAllowed(team, await membersHere(deps, team), action);
      return;
    }
    const shared = await deps.store.sharedOrigin(record);
    const team = shared && (await deps.store.teamOf(shared.project));
    if (team) requireAllowed(team, await membersHere(deps, team), action, shared.origin);
  };

/** As `TeamGuard`. */
export const teamGuard =
  (deps: Pick<TeamDeps, "store" | "signatures">): TeamGuard =>
  async (project, action) => {
    const team = await deps.store.teamOf(project);
    if (team) requireAllowed(team, await membersHere(deps, team), action);
  };

function requireAllowed(team: TeamProgress, members: Members, action: string, capturedBy?: string): void {
  const own = members.byOrigin.get(team.origin);
  const role = own && roleNow(own);
  const isOwn = (): boolean => isFrom(members, capturedBy, team.origin);
  if (role && role !== "removed" && mayDo(role, action, isOwn)) return;
  throw notAllowed(team, members, role);
}

function notAllowed({ project }: TeamProgress, members: Members, role: Role | "removed" | undefined): Fault {
  const admins = adminsOf(members).map(nameOf).join(", ");
  return new Fault(
    "forbidden",
    `"${project}" is shared with a team, in which this machine ${role === "removed" || !role ? "is no member any more" : `has the role ${role}`}. The others would not apply it.`,
    {
      reason: "team_role",
      hint: `Nothing was changed. An admin of the team can: ${admins || "there is none at the moment"}.`,
      remedies: [{ remedy: "list-members" }],
    },
  );
}
