/** Calls of the view Team: how far each team is, and who its members are. */

import * as z from "zod";
import { getTeamStatus, listMembers, type TeamStatus } from "../../team/index.ts";
import { definePageCall } from "./page-call.ts";

/** A team: who shares what in it, and how far this machine is. */
export interface TeamResult {
  readonly project: string;
  readonly team: string;
  readonly fingerprint: string;
  readonly url: string;
  /** The name of this machine in the team. */
  readonly origin: string;
  /** Null if the team did not let this machine in yet. */
  readonly role: string | null;
  readonly has_team_key: boolean;
  readonly members: number;
  readonly shares_sources: boolean;
  readonly joined_at: string;
  readonly contact_at: string | null;
  readonly problem: string | null;
  readonly problem_since: string | null;
  /** Changes of this machine that the others do not have yet. */
  readonly waiting: number;
  readonly waiting_since: string | null;
  readonly shared: number;
  readonly received: number;
  readonly set_aside: Readonly<Partial<Record<string, number>>>;
  /** Some of the changes of others that are kept out. */
  readonly quarantined: readonly {
    readonly origin: string;
    readonly machine: string | null;
    readonly action: string;
    readonly reason: string;
  }[];
  readonly keys_problem: string | null;
}

interface GetTeamResult {
  readonly teams: readonly TeamResult[];
}

export const getTeamCall = definePageCall({
  name: "get-team",
  effect: "read",
  input: z.strictObject({}),
  run: async (_, { perform }): Promise<GetTeamResult> => ({
    teams: (await perform(getTeamStatus, {})).map(teamResult),
  }),
});

const timeOf = (time: Date | undefined): string | null => time?.toISOString() ?? null;

const teamResult = (team: TeamStatus): TeamResult => ({
  project: team.project,
  team: team.team,
  fingerprint: team.fingerprint,
  url: team.url,
  origin: team.origin,
  role: team.role ?? null,
  has_team_key: team.hasTeamKey,
  members: team.members,
  shares_sources: team.sharesSources,
  joined_at: team.joinedAt.toISOString(),
  contact_at: timeOf(team.contactAt),
  problem: team.problem ?? null,
  problem_since: timeOf(team.problemSince),
  waiting: team.pending,
  waiting_since: timeOf(team.pendingSince),
  shared: team.shared,
  received: team.received,
  set_aside: team.setAside,
  quarantined: team.quarantined.map(({ origin, machine, action, reason }) => ({
    origin,
    machine: machine ?? null,
    action,
    reason,
  })),
  keys_problem: team.keysProblem ?? null,
});

export interface MemberResult {
  readonly origin: string;
  readonly machine: string;
  readonly role: string;
  readonly since: string;
  readonly is_here: boolean;
  /** The name under which it goes on. */
  readonly goes_on_as: string | null;
  readonly seen_at: string | null;
  /** How many changes of the team it has not read yet. */
  readonly behind: number | null;
}

export interface ListMembersResult {
  readonly members: readonly MemberResult[];
  /** Statements about members by somebody who was not allowed to make them. */
  readonly refused: readonly { readonly origin: string; readonly action: string; readonly because: string }[];
  /** Why it is not known when they were seen. */
  readonly away: string | null;
}

/** Asks the server of the team. */
export const listMembersCall = definePageCall({
  name: "list-members",
  effect: "read",
  input: z.strictObject({}),
  async run(_, { perform }): Promise<ListMembersResult> {
    const listed = await perform(listMembers, {});
    return {
      members: (listed?.members ?? []).map((member) => ({
        origin: member.origin,
        machine: member.machine,
        role: member.role,
        since: member.since.toISOString(),
        is_here: member.here,
        goes_on_as: member.goesOnAs ?? null,
        seen_at: member.seenAt?.toISOString() ?? null,
        behind: member.behind ?? null,
      })),
      refused: (listed?.refused ?? []).map(({ origin, action, because }) => ({ origin, action, because })),
      away: listed?.away ?? null,
    };
  },
});
