import * as z from "zod";
import { perform } from "../../app/shared/operation.ts";
import { type ListedMember, type ListedMembers, listMembers } from "../../app/team/list-members.ts";
import { fingerprintOf } from "../../domain/team/names.ts";
import { ageText } from "../age-text.ts";
import { type CommandContext, defineCommand } from "../command.ts";
import { table } from "../terminal.ts";
import { NOT_SHARED } from "./team-status.ts";

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
