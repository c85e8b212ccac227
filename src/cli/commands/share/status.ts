/** Commands of a project that is shared: team status, team sync and team leave. */

import * as z from "zod";
import { Fault } from "../../../shared/errors.ts";
import { type Call, perform } from "../../../shared/operations/operation.ts";
import type { LostTo } from "../../../shared/operations/sharing.ts";
import {
  getTeamStatus,
  type LeftTeam,
  leaveTeam,
  nameOf,
  SET_ASIDE_REASONS,
  type SyncReport,
  suggestionText,
  syncTeam,
  type TeamProgress,
  type TeamStatus,
} from "../../../team/index.ts";
import { noticeText } from "../../../tools/wording.ts";
import { type CommandContext, defineCommand } from "../../command.ts";
import { ageText, agoText, counted } from "../../figures.ts";
import { withoutWrites } from "../../project-reports.ts";

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
      json: { teams: teams.map((team) => statusFields(team, now)), suggested: suggestsTeam ?? null },
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

const statusFields = (team: TeamStatus, now: Date) => ({
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

export const teamSync = defineCommand({
  name: "team sync",
  summary: "Exchange changes with the team now, and say what was decided otherwise.",
  positionals: [],
  input: z.strictObject({}),
  async run(input, { deps, call, terminal }) {
    const progress: Call["progress"] = (done, total, doing = "") =>
      terminal.progress(`${doing}: ${done}${total === undefined ? "" : ` of ${total}`}`);
    const opened = await deps();
    const synced = await perform(syncTeam, input, opened, { ...(await call()), progress });
    terminal.progress("");
    // Said below, so it is no news any more.
    opened.team.takeNews(synced.project);
    const { project, shared, received, setAside, healed, lost } = synced;
    return {
      json: {
        project,
        shared,
        received,
        set_aside: setAside,
        healed,
        lost: lost.map(({ subject, winner, draft, proposal }) => ({
          subject,
          winner,
          draft: draft ?? null,
          proposal: proposal ?? null,
        })),
      },
      text: [
        `${project}: ${exchangedText(synced)}.`,
        ...(healed ? ["The server had lost what the team said, and got it again."] : []),
        ...(setAside > 0
          ? [`${counted(setAside, "change")} not applied. \`membria team status\` says why.`]
          : []),
        ...lost.map(lostText),
      ].join("\n"),
    };
  },
});

const lostText = ({ subject, winner, draft, proposal }: LostTo): string =>
  [
    `Another machine was first with ${subject}: ${winner} counts.`,
    ...(draft === undefined ? [] : [`${draft} is kept as a draft.`]),
    ...(proposal === undefined ? [] : [`To look at it: membria proposals show ${proposal}`]),
  ].join(" ");

export const teamLeave = defineCommand({
  name: "team leave",
  summary: "Stop sharing the project of this folder. What came from others stays here.",
  positionals: [],
  input: z.strictObject({ yes: z.boolean().default(false).describe("Do it without asking.") }),
  async run({ yes }, context) {
    const [deps, call] = [await context.deps(), await context.call()];
    if (!yes) {
      const planned = await perform(leaveTeam, { dryRun: true }, deps, withoutWrites(call));
      const explained = leavingText(planned);
      const agreed = await context.terminal.confirm(`${explained}\nLeave the team?`);
      if (agreed === undefined) throw confirmationNeeded(explained);
      if (!agreed) return { json: leftFields(planned, false), text: "Nothing was changed." };
    }
    const left = await perform(leaveTeam, {}, deps, call);
    return {
      json: leftFields(left, true),
      text: [
        `${left.project} is not shared any more. What came from others stays here, what was shared stays with them.`,
        `The others still list this machine as ${left.origin}. Who has the key of the team can remove it.`,
        ...(left.keptKeys === undefined
          ? []
          : [
              `The key of the team is still in ${left.keptKeys}. Delete the file once nobody needs the team.`,
            ]),
      ].join("\n"),
    };
  },
});

const leftFields = ({ project, team, origin, pending, hasTeamKey, keptKeys }: LeftTeam, left: boolean) => ({
  project,
  team,
  origin,
  left,
  pending,
  has_team_key: hasTeamKey,
  kept_keys: keptKeys ?? null,
});

const leavingText = ({ project, team, pending, hasTeamKey }: LeftTeam): string =>
  [
    `${project} is shared with ${team}.`,
    ...(pending > 0
      ? [
          `${counted(pending, "change")} of this machine never reached the team, and will not: membria team sync`,
        ]
      : []),
    ...(hasTeamKey
      ? [
          "This machine has the key of the team: while it is out, nobody can be invited, and no role changes. To come back, make an invitation before: membria team invite --role admin",
        ]
      : []),
  ].join("\n");

const confirmationNeeded = (explained: string): Fault =>
  new Fault("invalid", `Nothing was changed. ${explained.replaceAll("\n", " ")}`, {
    reason: "confirmation_needed",
    hint: "To do it: membria team leave --yes",
  });

/** Names in a column of their own, as `membria doctor` has them. */
export const line = (name: string, text: string): string => `  ${name.padEnd(12)}  ${text}`;

export const exchangedText = ({ shared, received }: Pick<SyncReport, "shared" | "received">): string =>
  `${counted(shared, "change")} sent, ${received} received`;

/** Nothing for what began just now. */
function spanText(since: Date | undefined, now: Date): string {
  const age = since && ageText(since, now);
  return age === undefined || age === "now" ? "" : ` for ${age}`;
}

/** How far a machine is: nothing, what waits, or why nothing moves. */
export function stateOf(
  progress: TeamProgress,
  now: Date,
): { readonly state: "in step" | "waiting" | "away"; readonly text: string } {
  const { problem, problemSince, pending, pendingSince, contactAt } = progress;
  const waiting = pending === 0 ? "" : `${counted(pending, "change")} waiting${spanText(pendingSince, now)}`;
  if (problem !== undefined) {
    return {
      state: "away",
      text: [`away${spanText(problemSince, now)}`, ...(waiting ? [waiting] : [])].join(", "),
    };
  }
  if (waiting) return { state: "waiting", text: waiting };
  return contactAt
    ? { state: "in step", text: "in step" }
    : { state: "waiting", text: "waiting for the first exchange" };
}
