import * as z from "zod";
import { perform } from "../../app/shared/operation.ts";
import { getTeamStatus, type TeamStatus } from "../../app/team/get-team-status.ts";
import { nameOf } from "../../app/team/own-team.ts";
import { suggestionText } from "../../app/team/suggest-team.ts";
import { SET_ASIDE_REASONS } from "../../domain/team/membership.ts";
import { noticeText } from "../../tools/wording.ts";
import { type CommandContext, defineCommand } from "../command.ts";
import { counted } from "../counted.ts";
import { agoText, line, stateOf } from "../team-text.ts";

export const NOT_SHARED =
  "The project of this folder is not shared with a team. `membria team create` begins one, `membria team join` joins one.";

export const teamStatus = defineCommand({
  name: "team status",
  summary: "Say what is shared with whom, and how far this machine is. The server is not asked.",
  positionals: [],
  input: z.strictObject({}),
  async run(_, context) {
    const [deps, call] = [await context.deps(), await context.call()];
    const teams = await perform(getTeamStatus, {}, deps, call);
    const { suggestsTeam } = teams.length === 0 ? await context.installation.project() : {};
    const now = deps.clock.now();
    const suggested = suggestsTeam && noticeText(suggestionText(suggestsTeam), context.wording);
    return {
      json: { teams: teams.map((team) => fieldsOf(team, now)), suggested: suggestsTeam ?? null },
      text:
        teams.length === 0
          ? [NOT_SHARED, ...(suggested ? [suggested] : [])].join("\n")
          : teams.map((team) => textOf(team, now, context)).join("\n"),
      exitCode: teams.some(needsAttention) ? 1 : 0,
    };
  },
});

/** The same as what makes `membria doctor` fail. A server that is away is no fault of this machine. */
const needsAttention = ({ keysProblem, quarantined, role }: TeamStatus): boolean =>
  keysProblem !== undefined || quarantined.length > 0 || role === "removed";

const timeOf = (time: Date | undefined): string | null => time?.toISOString() ?? null;

const fieldsOf = (team: TeamStatus, now: Date) => ({
  project: team.project,
  team: team.team,
  fingerprint: team.fingerprint,
  url: team.url,
  state: stateOf(team, now).state,
  origin: team.origin,
  role: team.role ?? null,
  has_team_key: team.hasTeamKey,
  members: team.members,
  sources: team.sharesSources,
  joined_at: team.joinedAt.toISOString(),
  contact_at: timeOf(team.contactAt),
  problem: team.problem ?? null,
  problem_since: timeOf(team.problemSince),
  pending: team.pending,
  pending_since: timeOf(team.pendingSince),
  shared: team.shared,
  received: team.received,
  set_aside: team.setAside,
  quarantined: team.quarantined,
  keys_problem: team.keysProblem ?? null,
});

function textOf(team: TeamStatus, now: Date, { terminal: { style } }: CommandContext): string {
  const { state, text } = stateOf(team, now);
  const signs = { "in step": style("green", "✓"), waiting: style("yellow", "…"), away: style("yellow", "!") };
  const sign = needsAttention(team) ? style("red", "✗") : signs[state];
  const setAside = SET_ASIDE_REASONS.flatMap((reason) =>
    team.setAside[reason] ? [`${team.setAside[reason]} ${reason.replaceAll("_", " ")}`] : [],
  );
  return [
    `${sign} ${team.project}: ${text}`,
    ...(team.problem === undefined ? [] : [line("", team.problem)]),
    line("team", `${team.team}, ${counted(team.members, "machine")}`),
    line("fingerprint", team.fingerprint),
    line(
      "server",
      `${team.url}, ${team.contactAt ? `answered ${agoText(team.contactAt, now)}` : "not reached yet"}`,
    ),
    line(
      "this machine",
      `${team.origin}, ${roleText(team)}${team.hasTeamKey ? ", has the key of the team" : ""}`,
    ),
    line("changes", `${team.shared} shared, ${team.received} received, ${team.pending} waiting`),
    ...(setAside.length > 0 ? [line("set aside", setAside.join(", "))] : []),
    ...team.quarantined.map(({ origin, machine, action, reason }) =>
      line(
        "",
        `${style("red", "✗")} ${action} of ${machine === undefined ? origin : nameOf({ machine, origin })}: ${reason.replaceAll("_", " ")}`,
      ),
    ),
    ...(team.keysProblem === undefined ? [] : [line("keys", `${style("red", "✗")} ${team.keysProblem}`)]),
  ].join("\n");
}

function roleText({ role }: TeamStatus): string {
  if (role === undefined) return "not let in yet";
  if (role === "viewer") return "viewer: what it writes stays here";
  return role === "removed" ? "removed from the team: what it writes is not applied by the others" : role;
}
