import * as z from "zod";
import { listMembers } from "../../app/team/list-members.ts";
import { definePageCall } from "./page-call.ts";

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
  /** What somebody said about members without being allowed to. */
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
