/** Commands about the machines of a team: invite, members, role and remove. */

import * as z from "zod";
import { ROLES } from "../../../shared/actor.ts";
import { perform } from "../../../shared/operations/operation.ts";
import {
  type ChangedMember,
  changeMember,
  fingerprintOf,
  inviteMember,
  type ListedMember,
  type ListedMembers,
  listMembers,
  nameOf,
} from "../../../team/index.ts";
import { noticeText, type Wording } from "../../../tools/wording.ts";
import { type CommandContext, type CommandResult, defineCommand } from "../../command.ts";
import { ageText, minuteText } from "../../figures.ts";
import { table } from "../../terminal.ts";
import { line, NOT_SHARED } from "./status.ts";

const { shape } = inviteMember.input;

export const teamInvite = defineCommand({
  name: "team invite",
  summary: "Make an invitation that lets one machine into the team. It is shown only once.",
  positionals: [],
  input: z.strictObject({
    role: shape.role.describe("What it may do: viewer reads, agent writes, admin also erases and accepts."),
    days: shape.days.describe("How long it can be used."),
  }),
  async run(input, { deps, call, terminal }) {
    const made = await perform(inviteMember, input, await deps(), await call());
    const { project, role, expires, fingerprint, url, token } = made;
    return {
      json: { project, role, expires_at: expires.toISOString(), fingerprint, url, invitation: token },
      text: [
        terminal.style("bold", token),
        "",
        line("for", `one machine, as ${role}, until ${minuteText(expires)} UTC`),
        line("fingerprint", `${fingerprint} (tell it in another way than the invitation)`),
        line("server", `${url} (its user and password are not in the invitation)`),
        line("to use it", `in a clone of ${project}: membria team join --invite -`),
      ].join("\n"),
    };
  },
});

export const teamMembers = defineCommand({
  name: "team members",
  summary: "List the machines of the team, when each was seen last, and how far it is.",
  positionals: [],
  input: z.strictObject({}),
  async run(_, context) {
    const [deps, call] = [await context.deps(), await context.call()];
    const listed = await perform(listMembers, {}, deps, call);
    if (!listed) return { json: { project: call.scope, team: null, members: [] }, text: NOT_SHARED };
    return { json: fieldsOf(listed), text: textOf(listed, deps.clock.now(), context) };
  },
});

const fieldsOf = ({ project, team, teamKey, members, refused, away }: ListedMembers) => ({
  project,
  team,
  fingerprint: fingerprintOf(teamKey),
  members: members.map((member) => ({
    origin: member.origin,
    machine: member.machine,
    role: member.role,
    came_by: member.cameBy,
    since: member.since.toISOString(),
    goes_on_from: member.before ?? null,
    goes_on_as: member.goesOnAs ?? null,
    here: member.here,
    seen_at: member.seenAt?.toISOString() ?? null,
    behind: member.behind ?? null,
  })),
  refused,
  away: away ?? null,
});

function textOf(listed: ListedMembers, now: Date, { terminal }: CommandContext): string {
  const rows = listed.members.map((member) => [
    member.here ? "*" : "",
    member.role,
    member.here ? "now" : member.seenAt ? ageText(member.seenAt, now) : "–",
    lagText(member),
    member.origin,
    member.goesOnAs === undefined ? member.machine : `${member.machine}, goes on as ${member.goesOnAs}`,
  ]);
  const width = terminal.cutsLines ? terminal.width : Number.POSITIVE_INFINITY;
  return [
    table([["HERE", "ROLE", "SEEN", "BEHIND", "MEMBER", "MACHINE"], ...rows], width),
    ...(listed.away === undefined ? [] : [`When the others were seen is not known now: ${listed.away}`]),
    ...listed.refused.map(
      ({ origin, action, because }) =>
        `! ${origin} said ${action}, which does not count: ${because.replaceAll("_", " ")}.`,
    ),
  ].join("\n");
}

function lagText({ behind }: ListedMember): string {
  if (behind === undefined) return "–";
  return behind === 0 ? "in step" : String(behind);
}

const member = z
  .string()
  .min(1)
  .describe("The name of the machine in the team, its beginning, or what the machine is called");

export const teamRole = defineCommand({
  name: "team role",
  summary: "Give a member of the team another role.",
  positionals: ["member", "role"],
  input: z.strictObject({ member, role: z.enum(ROLES).describe("What it may do from now on") }),
  async run(input, { deps, call, wording }) {
    return report(await perform(changeMember, input, await deps(), await call()), wording);
  },
});

export const teamRemove = defineCommand({
  name: "team remove",
  summary: "Remove a machine from the team. What it says from now on is not applied any more.",
  positionals: ["member"],
  input: z.strictObject({ member }),
  async run(input, { deps, call, wording }) {
    const changed = await perform(changeMember, { ...input, role: "removed" }, await deps(), await call());
    return report(changed, wording, [
      "What it has it keeps. Change the password of the server, so that it gets nothing more.",
    ]);
  },
});

function report(changed: ChangedMember, wording: Wording, more: readonly string[] = []): CommandResult {
  const { project, member: who, before, after, also } = changed;
  const notices = changed.notices.map((notice) => noticeText(notice, wording));
  return {
    json: {
      project,
      origin: who.origin,
      machine: who.machine,
      before,
      after,
      also: also.map(({ origin }) => origin),
      changed: changed.changed,
      shared: changed.shared,
      notices,
    },
    text: changed.changed
      ? [
          after === "removed"
            ? `${nameOf(who)} is removed; it was ${before}.`
            : `${nameOf(who)} is ${after} now; it was ${before === "removed" ? "removed" : before}.`,
          ...(also.length > 0
            ? [`The same holds for what goes on from it: ${also.map(nameOf).join(", ")}.`]
            : []),
          ...more,
          ...notices,
        ].join("\n")
      : `${nameOf(who)} is ${after} already. Nothing was changed.`,
  };
}
