import * as z from "zod";
import type { Role } from "../../shared/actor.ts";
import { Fault } from "../../shared/errors.ts";
import { type Call, defineOperation, projectOf } from "../../shared/operations/operation.ts";
import { type Member, type RefusedMemberChange, roleNow } from "../rules/members.ts";
import type { TeamProgress } from "../rules/membership.ts";
import type { LogHead, SeenMachine } from "../rules/team-log.ts";
import { teamOf } from "../sql/team-progress.ts";
import type { TeamDeps } from "./deps.ts";
import { membersHere, requireSecret, withLog } from "./team-identity.ts";

export interface ListedMember extends Pick<Member, "origin" | "machine" | "cameBy" | "since" | "before"> {
  readonly role: Role | "removed";
  readonly here: boolean;
  /** The name under which it goes on. */
  readonly goesOnAs?: string | undefined;
  readonly seenAt?: Date | undefined;
  /** How many changes of the team it has not read yet, as it last said. */
  readonly behind?: number | undefined;
}

export interface ListedMembers {
  readonly project: string;
  readonly team: string;
  readonly teamKey: string;
  readonly members: readonly ListedMember[];
  readonly refused: readonly RefusedMemberChange[];
  /** Why nothing is known of when they were seen. */
  readonly away?: string | undefined;
}

export const listMembers = defineOperation({
  name: "list-members",
  summary: "List the machines of a team, when each was seen last, and how far it is.",
  effect: "read",
  role: "admin",
  input: z.strictObject({}),
  /** Undefined if the project is not shared. */
  async run(_, deps: TeamDeps, call: Call): Promise<ListedMembers | undefined> {
    const team = await teamOf(deps.memory, projectOf(call));
    if (!team) return undefined;
    const { byOrigin, refused } = await membersHere(deps, team);
    const seen = await seenMachines(deps, team).catch((error: unknown) => {
      if (error instanceof Fault) return error;
      throw error;
    });
    const next = new Map(
      [...byOrigin.values()].flatMap(({ before, origin }) => (before ? [[before, origin]] : [])),
    );
    const members = [...byOrigin.values()].map((member) => ({
      ...member,
      role: roleNow(member),
      here: member.origin === team.origin,
      goesOnAs: next.get(member.origin),
      ...(seen instanceof Fault ? {} : sightingOf(member.origin, seen)),
    }));
    const { project, team: id, teamKey } = team;
    return {
      project,
      team: id,
      teamKey,
      members,
      refused,
      ...(seen instanceof Fault && { away: seen.message }),
    };
  },
});

interface Sightings {
  readonly head: LogHead | undefined;
  readonly machines: ReadonlyMap<string, SeenMachine>;
}

async function seenMachines(deps: TeamDeps, team: TeamProgress): Promise<Sightings> {
  const { url } = await requireSecret(deps, team);
  return withLog(deps, url, team.graph, async (log) => ({
    head: await log.head(),
    machines: new Map((await log.machines()).map((machine) => [machine.origin, machine])),
  }));
}

function sightingOf(origin: string, { head, machines }: Sightings): Pick<ListedMember, "seenAt" | "behind"> {
  const seen = machines.get(origin);
  if (!seen || !head) return {};
  // In another life of the log it has read nothing of this one.
  const read = seen.lifeId === head.lifeId ? seen.entry : 0;
  return { seenAt: seen.seenAt, behind: Math.max(0, head.entries - read) };
}

/**
 * The machines that may still have what was erased, because they were not seen since. Those that were removed, or go on
 * under another name, are among them: what they have stays with them. Undefined if the project is not shared.
 * @throws Fault of `TeamLog` if the log cannot be asked.
 */
export async function unseenSince(
  deps: TeamDeps,
  project: string,
  since: Date,
): Promise<readonly Pick<ListedMember, "origin" | "machine" | "seenAt">[] | undefined> {
  const team = await teamOf(deps.memory, project);
  if (!team) return undefined;
  const { byOrigin } = await membersHere(deps, team);
  const { machines } = await seenMachines(deps, team);
  return [...byOrigin.values()]
    .filter(({ origin }) => origin !== team.origin)
    .map(({ origin, machine }) => ({ origin, machine, seenAt: machines.get(origin)?.seenAt }))
    .filter(({ seenAt }) => seenAt === undefined || seenAt < since);
}
