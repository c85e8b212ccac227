import * as z from "zod";
import { ROLES, type Role } from "../../domain/shared/actor.ts";
import { Fault } from "../../domain/shared/errors.ts";
import type { Notice } from "../../domain/shared/remedy.ts";
import { sayChanged } from "../../domain/team/member-sayings.ts";
import { type Member, type Members, roleNow } from "../../domain/team/members.ts";
import { type Call, defineOperation, projectOf } from "../shared/operation.ts";
import { sayingOf, syncOrTell } from "./begin-sharing.ts";
import type { TeamDeps } from "./deps.ts";
import { membersHere, nameOf, requireTeam, requireTeamKey } from "./own-team.ts";
import { requirePersonForTeam } from "./require-person.ts";

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
  input: z.strictObject({
    /** The name of the machine in the team, the beginning of it, or what the machine is called. */
    member: z.string().min(1),
    role: z.enum([...ROLES, "removed"]),
  }),
  async run({ member: named, role: after }, deps: TeamDeps, call: Call): Promise<ChangedMember> {
    requirePersonForTeam(call);
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
    await deps.store.addMemberChange(project, (seq) =>
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
