import type { ErasureGuard } from "../../portability/index.ts";
import type { Role } from "../../shared/actor.ts";
import { Fault } from "../../shared/errors.ts";
import { PERSON_ID } from "../../shared/ids.ts";
import type { TeamGuard } from "../../shared/team-guard.ts";
import { mayDo } from "../rules/member-rules.ts";
import { isFrom, type Members, roleNow } from "../rules/members.ts";
import type { TeamProgress } from "../rules/membership.ts";
import type { LogErasure } from "../rules/team-log.ts";
import { readTeams, teamOf } from "../sql/team-progress.ts";
import { sharedOrigin } from "../sql/team-store.ts";
import type { TeamDeps } from "./deps.ts";
import { type ListedMember, unseenSince } from "./list-members.ts";
import type { RoundDeps, RoundMemory } from "./round-deps.ts";
import { adminsOf, membersHere, nameOf } from "./team-identity.ts";

/** What became of an erasure in a team. */
export interface ErasedInTeam {
  readonly project: string;
  /** Whether the server has lost it. */
  readonly erased: boolean;
  /** Whether it writes its files anew. */
  readonly rewritten: boolean;
  /** Why the server was not told. */
  readonly problem?: string | undefined;
  /** Machines that have not been seen since, so that they may still have it. */
  readonly unseen: readonly Pick<ListedMember, "origin" | "machine" | "seenAt">[];
}

/** Tells the teams at once what was erased here. A server that does not answer is told later, by the next exchange. */
export async function eraseInTeam(
  deps: TeamDeps,
  { id, project }: { readonly id: string; readonly project: string },
  since: Date,
): Promise<readonly ErasedInTeam[]> {
  const teams = await readTeams(deps.memory);
  // A person may have written in any project; of the rest, teams have only what was shared.
  const told = PERSON_ID.test(id)
    ? teams
    : (await sharedOrigin(deps.memory, id))
      ? teams.filter((team) => team.project === project)
      : [];
  return Promise.all(told.map((team) => eraseIn(deps, team.project, since)));
}

async function eraseIn(deps: TeamDeps, project: string, since: Date): Promise<ErasedInTeam> {
  try {
    const done = await deps.team.eraseEverywhere(project);
    const unseen = (await unseenSince(deps, project, since)) ?? [];
    return { project, erased: true, rewritten: done?.rewritten ?? false, unseen };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { project, erased: false, rewritten: false, problem: error.message, unseen: [] };
  }
}

/** A server that writes its files anew already may have begun before the erasure, so it is asked again after that. */
const MOST_TRIES = 20;

/** Takes text out of the log. If the log had any, the server's files have it until they are written anew. */
export async function eraseFromLog(
  erasure: LogErasure,
  { teamLog }: Pick<RoundDeps, "teamLog">,
  remembered: RoundMemory,
): Promise<void> {
  if (erasure.records.length === 0 && erasure.changes.length === 0) return;
  if (await teamLog.erase(erasure)) wantRewrite(remembered);
}

export function wantRewrite(remembered: RoundMemory): void {
  remembered.rewritesLeft = MOST_TRIES;
}

/** Asks the server to write its files anew, if there is a reason to. Returns whether it does. */
export async function rewriteWanted(
  { teamLog }: Pick<RoundDeps, "teamLog">,
  remembered: RoundMemory,
): Promise<boolean> {
  if (remembered.rewritesLeft === 0) return false;
  const isBegun = await teamLog.rewriteFiles();
  remembered.rewritesLeft = isBegun ? 0 : remembered.rewritesLeft - 1;
  return isBegun;
}

/**
 * Refuses to erase what the others would keep, because they do not let this machine erase it. What was never shared can
 * always be erased.
 */
export const erasureGuard =
  (deps: Pick<TeamDeps, "memory" | "signatures">): ErasureGuard =>
  async (record, action) => {
    if (PERSON_ID.test(record)) {
      for (const team of await readTeams(deps.memory))
        requireAllowed(team, await membersHere(deps, team), action);
      return;
    }
    const shared = await sharedOrigin(deps.memory, record);
    const team = shared && (await teamOf(deps.memory, shared.project));
    if (team) requireAllowed(team, await membersHere(deps, team), action, shared.origin);
  };

/** As `TeamGuard`. */
export const teamGuard =
  (deps: Pick<TeamDeps, "memory" | "signatures">): TeamGuard =>
  async (project, action) => {
    const team = await teamOf(deps.memory, project);
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
