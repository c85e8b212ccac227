import * as z from "zod";
import { ROLES, type Role } from "../../shared/actor.ts";
import { Fault, type Notice } from "../../shared/errors.ts";
import { actOf, type Call, defineOperation, projectOf } from "../../shared/operations/operation.ts";
import { sayChanged } from "../rules/member-sayings.ts";
import { type Member, type Members, roleNow } from "../rules/members.ts";
import { addMemberChange, storeLeaving } from "../sql/team-store.ts";
import { sayingOf, syncOrTell } from "./begin-sharing.ts";
import { PERSON_SHARES } from "./create-team.ts";
import type { TeamDeps } from "./deps.ts";
import { membersHere, nameOf, requireTeam, requireTeamKey } from "./team-identity.ts";

export interface ChangedMember {
  readonly project: string;
  readonly member: Member;
  readonly before: Role | "removed";
  readonly after: Role | "removed";
  /** Machines that go on from the member, for which it holds, too. */
  readonly also: readonly Member[];
  readonly changed: boolean;
  readonly shared: boolean;
  readonly notices: readonly Notice[];
}

export const changeMember = defineOperation({
  name: "change-member",
  summary: "Give a member of the team another role, or remove it.",
  effect: "update",
  role: "admin",
  personOnly: PERSON_SHARES,
  input: z.strictObject({
    /** The name of the machine in the team, the beginning of it, or what the machine is called. */
    member: z.string().min(1),
    role: z.enum([...ROLES, "removed"]),
  }),
  async run({ member: named, role: after }, deps: TeamDeps, call: Call): Promise<ChangedMember> {
    const team = await requireTeam(deps, projectOf(call));
    const { project } = team;
    const secret = await requireTeamKey(deps, team);
    // Somebody may have come in since, or got another role.
    await syncOrTell(deps, project, call);
    const members = await membersHere(deps, team);
    const member = memberNamed(named, members);
    if (after === "removed" && member.origin === team.origin) throw ownMachine(project);
    const before = roleNow(member);
    const result = { project, member, before, after, also: goingOnFrom(member, members) };
    if (before === after) return { ...result, changed: false, shared: true, notices: [] };
    const said = {
      member: member.origin,
      role: after === "removed" ? undefined : after,
      serial: member.serial + 1,
    };
    await addMemberChange(deps.memory, project, (seq) =>
      sayChanged(sayingOf(deps, call, secret.key, seq), said, secret.teamKey, deps.signatures),
    );
    const { synced, notices } = await syncOrTell(deps, project, call);
    return { ...result, changed: true, shared: synced !== undefined, notices };
  },
});

/** @throws Fault `not_found`, or `conflict` if it could be several. */
function memberNamed(named: string, { byOrigin }: Members): Member {
  const exact = byOrigin.get(named);
  if (exact) return exact;
  const found = [...byOrigin.values()].filter(
    ({ origin, machine }) => origin.startsWith(named) || machine === named,
  );
  const [only] = found;
  if (only && found.length === 1) return only;
  const several = found.length > 1;
  throw new Fault(
    several ? "conflict" : "not_found",
    several
      ? `"${named}" could be several members: ${found.map(nameOf).join(", ")}.`
      : `The team has no member "${named}".`,
    {
      field: "member",
      received: named,
      reason: several ? "several_members" : "no_member",
      hint: "Nothing was changed.",
      remedies: [{ remedy: "list-members" }],
    },
  );
}

function goingOnFrom({ origin }: Member, { byOrigin }: Members): Member[] {
  const found = new Set([origin]);
  for (const { origin: own, before } of byOrigin.values())
    if (before !== undefined && found.has(before)) found.add(own);
  found.delete(origin);
  return [...found].flatMap((own) => byOrigin.get(own) ?? []);
}

const ownMachine = (project: string): Fault =>
  new Fault("conflict", "This is the machine itself, which has the key of the team.", {
    field: "member",
    reason: "own_machine",
    hint: "Nothing was changed.",
    remedies: [{ remedy: "leave-team", project }],
  });

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
  personOnly: PERSON_SHARES,
  input: z.strictObject({ dryRun: z.boolean().default(false) }),
  async run({ dryRun }, deps: TeamDeps, call: Call): Promise<LeftTeam> {
    const { project, team, origin, pending } = await requireTeam(deps, projectOf(call));
    // Keys that cannot be read any more must not keep anybody in the team.
    const secret = await deps.teamSecrets.read(team).catch(() => undefined);
    const hasTeamKey = secret?.teamKey !== undefined;
    const left = { project, team, origin, pending, hasTeamKey };
    if (dryRun) return left;
    await storeLeaving(deps.memory, project, actOf(deps, call));
    if (hasTeamKey) return { ...left, keptKeys: deps.teamSecrets.whereIs(team) };
    await deps.teamSecrets.remove(team);
    return left;
  },
});
