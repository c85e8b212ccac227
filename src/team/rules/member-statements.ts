import * as z from "zod";
import { ROLES, type Role } from "../../shared/actor.ts";
import { canonicalJson, type Json } from "../../shared/canonical-json.ts";

/** What is said about members, in the same log as everything else. */
const MEMBER_ACTIONS = ["member.founded", "member.joined", "member.changed", "member.continued"] as const;

export type MemberAction = (typeof MEMBER_ACTIONS)[number];

/** Also what a newer version may say about members: it is no change of a record. */
export const isAboutMembers = (action: string): boolean => action.startsWith("member.");

const Text = z.string().min(1).max(10_000);

/** The machine of the creator. The key of the team vouches for it. */
export const Founded = z.object({
  project: Text,
  team_key: Text,
  key: Text,
  machine: Text,
  proof: Text,
});

/** A machine that was invited. The key in the invitation vouches for it. */
export const Joined = z.object({
  key: Text,
  machine: Text,
  invitation: z.object({ text: Text, signature: Text }),
  proof: Text,
});

/** Another role, or none any more. The key of the team vouches for it. */
export const Changed = z.object({
  member: Text,
  role: z.enum(ROLES).optional(),
  removed: z.literal(true).optional(),
  /** Counts what was said about this member, so that an earlier statement cannot be repeated later. */
  serial: z.number().int().positive(),
  proof: Text,
});

/** A memory that was restored or copied goes on under a new name. The key of the old one vouches for it. */
export const Continued = z.object({
  origin: Text,
  key: Text,
  machine: Text,
  proof: Text,
});

/** What proofs are signatures of. The first word keeps a proof of one kind from being one of another. */
const said = (what: string, facts: { readonly [key: string]: Json | undefined }): string =>
  `membria ${what} 1\n${canonicalJson(facts)}`;

interface NewMember {
  readonly team: string;
  readonly origin: string;
  readonly key: string;
}

export const foundedText = ({ team, origin, key }: NewMember, project: string): string =>
  said("founded", { team, origin, key, project });

export const joinedText = ({ team, origin, key }: NewMember): string => said("joined", { team, origin, key });

export const continuedText = ({ team, origin, key }: NewMember, before: string): string =>
  said("continued", { team, origin, key, before });

/** Undefined as the role stands for the removal. */
export const changedText = (team: string, member: string, role: Role | undefined, serial: number): string =>
  said("changed", { team, member, role: role ?? null, serial });

export const invitationText = (text: string): string => `membria invitation 1\n${text}`;
