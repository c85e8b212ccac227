import type * as z from "zod";
import { includesRole, type Role } from "../../shared/actor.ts";
import { invitationIn } from "./invitation.ts";
import { type ChangeHeader, isSaidBy } from "./member-change.ts";
import {
  Changed,
  Continued,
  changedText,
  continuedText,
  Founded,
  foundedText,
  Joined,
  joinedText,
} from "./member-statements.ts";
import type { Member, PlacedChange, RoleFrom } from "./members.ts";
import type { SetAsideReason } from "./membership.ts";
import { originIdOf } from "./names.ts";
import type { Signatures } from "./signatures.ts";

/** Why a change about members does not count, and how it is counted among what is set aside. */
export const SET_ASIDE_FOR = {
  malformed: "unverified",
  not_signed: "unverified",
  not_vouched_for: "unverified",
  unknown_member: "unknown_member",
  already_member: "not_allowed",
  invitation_used: "not_allowed",
  invitation_expired: "not_allowed",
  said_before: "not_allowed",
  removed: "not_allowed",
  unknown_statement: "unknown_change",
} as const satisfies Record<string, SetAsideReason>;
export type Refusal = keyof typeof SET_ASIDE_FOR;

/** The team as it is before a change. */
interface Team {
  readonly team: string;
  readonly teamKey: string;
  project: string | undefined;
  readonly byOrigin: Map<string, Member>;
}

type Checks = Pick<Signatures, "verify">;
type Rule = (change: PlacedChange, header: ChangeHeader, team: Team, checks: Checks) => Refusal | undefined;

/** Changes the team as the change says, or says why it does not count. */
export const admit: Rule = (change, header, team, checks) => {
  const rule = Object.hasOwn(RULES, header.action) ? RULES[header.action] : undefined;
  if (!rule) return "unknown_statement";
  return rule(change, header, team, checks);
};

const RULES: Readonly<Record<string, Rule>> = {
  "member.founded": (change, header, team, checks) => {
    const said = statementIn(Founded, change);
    if (!said) return "malformed";
    const isOwn = isSaidByNew(said.key, change, header, team, checks);
    if (!isOwn) return "not_signed";
    const text = foundedText({ ...named(team, change), key: said.key }, said.project);
    if (said.team_key !== team.teamKey || !checks.verify(text, said.proof, team.teamKey))
      return "not_vouched_for";
    if (team.byOrigin.has(change.origin)) return "already_member";
    team.project ??= said.project;
    add(team, change, header, said, { cameBy: "founding" }, "admin");
    return undefined;
  },

  "member.joined": (change, header, team, checks) => {
    const said = statementIn(Joined, change);
    if (!said) return "malformed";
    if (!isSaidByNew(said.key, change, header, team, checks)) return "not_signed";
    const invitation = invitationIn(said.invitation, checks);
    if (invitation?.team_key !== team.teamKey) return "not_vouched_for";
    const text = joinedText({ ...named(team, change), key: said.key });
    if (!checks.verify(text, said.proof, invitation.key)) return "not_vouched_for";
    if (team.byOrigin.has(change.origin)) return "already_member";
    // By its own clock: whoever applies it years later has to judge as those who saw it come in.
    if (header.at > invitation.expires) return "invitation_expired";
    for (const member of team.byOrigin.values())
      if (member.invitation === invitation.key) return "invitation_used";
    const how = { cameBy: "invitation", invitation: invitation.key } as const;
    add(team, change, header, said, how, invitation.role);
    return undefined;
  },

  "member.continued": (change, header, team, checks) => {
    const said = statementIn(Continued, change);
    if (!said) return "malformed";
    if (!isSaidByNew(said.key, change, header, team, checks)) return "not_signed";
    const before = team.byOrigin.get(said.origin);
    if (!before) return "unknown_member";
    const text = continuedText({ ...named(team, change), key: said.key }, before.origin);
    if (!checks.verify(text, said.proof, before.key)) return "not_vouched_for";
    if (team.byOrigin.has(change.origin)) return "already_member";
    const role = before.roles.at(-1)?.role;
    if (role === undefined) return "removed";
    add(team, change, header, said, { cameBy: "continuing", before: before.origin }, role);
    return undefined;
  },

  "member.changed": (change, header, team, checks) => {
    const said = statementIn(Changed, change);
    if (!said || (said.role === undefined) === (said.removed === undefined)) return "malformed";
    const speaker = team.byOrigin.get(change.origin);
    const member = team.byOrigin.get(said.member);
    if (!speaker || !member) return "unknown_member";
    if (!isSaidBy(speaker.key, change, header, team.team, checks)) return "not_signed";
    const text = changedText(team.team, said.member, said.role, said.serial);
    if (!checks.verify(text, said.proof, team.teamKey)) return "not_vouched_for";
    if (said.serial <= member.serial) return "said_before";
    team.byOrigin.set(member.origin, { ...member, serial: said.serial });
    const from: RoleFrom = { ...placeOf(change), role: said.role };
    for (const one of withThoseGoingOn(team, member.origin))
      team.byOrigin.set(one.origin, { ...one, roles: [...one.roles, from] });
    return undefined;
  },
};

/** Who goes on from a member is the same person: to remove one copy of a memory only would leave a way back in. */
function withThoseGoingOn({ byOrigin }: Team, origin: string): Member[] {
  const found = new Set([origin]);
  // A member comes after the one that it goes on from.
  for (const { origin: own, before } of byOrigin.values())
    if (before !== undefined && found.has(before)) found.add(own);
  return [...found].flatMap((own) => byOrigin.get(own) ?? []);
}

/** The name of a machine follows from its key, so a statement can bring the key along. */
const isSaidByNew = (
  key: string,
  change: PlacedChange,
  header: ChangeHeader,
  { team }: Team,
  checks: Checks,
): boolean => originIdOf(key) === change.origin && isSaidBy(key, change, header, team, checks);

function statementIn<S extends z.ZodType>(schema: S, { parts }: PlacedChange): z.output<S> | undefined {
  return parts.length === 1 ? schema.safeParse(parts[0]?.args).data : undefined;
}

const named = ({ team }: Team, { origin }: PlacedChange) => ({ team, origin });

const placeOf = ({ origin, seq, position }: PlacedChange) => ({ origin, seq, position });

function add(
  { byOrigin }: Team,
  change: PlacedChange,
  header: ChangeHeader,
  { key, machine }: { readonly key: string; readonly machine: string },
  how: Pick<Member, "cameBy" | "before" | "invitation">,
  role: Role,
): void {
  byOrigin.set(change.origin, {
    origin: change.origin,
    key,
    machine,
    ...how,
    since: new Date(header.at),
    roles: [{ ...placeOf(change), role }],
    serial: 0,
  });
}

/**
 * The role in the team that each action needs. Every version has to judge an action the same way, so a line is never
 * changed once it was released.
 */
const NEEDS_ADMIN: ReadonlySet<string> = new Set([
  "decision.erased",
  "insight.erased",
  "checkpoint.erased",
  "person.erased",
  "guidance.erased",
  "decision.withdrawn",
  "import.undone",
  "project.moved",
  "proposal.accepted",
]);

/** What an author may take back of its own, whatever it needs otherwise. */
const OWN_ALLOWED: ReadonlySet<string> = new Set(["decision.erased", "insight.erased"]);

/** What only a newer version knows is something to add until that version says otherwise. */
export const roleNeededFor = (action: string): Role => (NEEDS_ADMIN.has(action) ? "admin" : "agent");

/** Whether the author of a record needs no more than the role agent for this. */
const isAllowedForOwn = (action: string): boolean => OWN_ALLOWED.has(action);

/** `isOwn` is only asked where it matters. */
export function mayDo(role: Role, action: string, isOwn: () => boolean): boolean {
  if (includesRole(role, roleNeededFor(action))) return true;
  return includesRole(role, "agent") && isAllowedForOwn(action) && isOwn();
}
