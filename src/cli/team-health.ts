import { perform } from "../app/shared/operation.ts";
import { getTeamStatus, type TeamStatus } from "../app/team/get-team-status.ts";
import { Fault } from "../domain/shared/errors.ts";
import { ALL_PROJECTS } from "../domain/shared/scope.ts";
import { parseGraphUrl } from "../domain/team/graph-url.ts";
import { QUARANTINED } from "../domain/team/membership.ts";
import { noticeText } from "../tools/wording.ts";
import type { CommandContext } from "./command.ts";
import { counted } from "./counted.ts";
import type { HealthCheck } from "./meaning-health.ts";
import { stateOf } from "./team-text.ts";

/** One check for each shared project. A server that is away is no fault of this machine, but one that loses things is. */
export async function checkTeams(context: CommandContext): Promise<HealthCheck[]> {
  const deps = await context.deps();
  const call = { ...(await context.call()), scope: ALL_PROJECTS };
  const teams = await perform(getTeamStatus, {}, deps, call);
  return [
    ...checkSetting(deps.graphUrl),
    ...(await Promise.all(teams.map((team) => checkTeam(team, context)))),
  ];
}

/** An address that no team can use prevents nothing, because the memory is local anyway. */
function checkSetting(graphUrl: string | undefined): HealthCheck[] {
  if (!graphUrl) return [];
  try {
    parseGraphUrl(graphUrl);
    return [];
  } catch (error) {
    const { message, hint } = Fault.from(error);
    return [{ name: "settings", ok: true, found: `MEMBRIA_GRAPH_URL is not used: ${message}`, remedy: hint }];
  }
}

async function checkTeam(team: TeamStatus, context: CommandContext): Promise<HealthCheck> {
  const deps = await context.deps();
  const { project, keysProblem, role } = team;
  const { text } = stateOf(team, deps.clock.now());
  const quarantined = QUARANTINED.reduce((sum, reason) => sum + (team.setAside[reason] ?? 0), 0);
  const server = keysProblem === undefined ? await examined(project, context) : undefined;
  const problems = [
    ...(keysProblem === undefined ? [] : [keysProblem]),
    ...(role === "removed" ? ["The team removed this machine: what it writes stays here."] : []),
    ...(quarantined > 0
      ? [
          `${counted(quarantined, "change")} of others kept out, because nobody vouches for it or its author may not do it: membria team status`,
        ]
      : []),
    ...(server?.problems ?? []),
  ];
  return {
    name: "team",
    ok: problems.length === 0,
    found: [`${project}: ${text}`, ...(server ? [server.found] : [])].join("; "),
    remedy: [...problems, ...(server?.advice ?? [])].join(" ") || undefined,
  };
}

async function examined(project: string, { deps, wording }: CommandContext) {
  try {
    const { version, findings } = await (await deps()).team.examine(project);
    const sentences = (severity: string) =>
      findings
        .filter((one) => one.severity === severity)
        .map(({ problem, remedy }) => `${problem} ${remedy}`);
    return {
      found: `the server answers, version ${version}`,
      problems: sentences("error"),
      advice: sentences("warning"),
    };
  } catch (error) {
    const { message, hint, remedies } = Fault.from(error);
    return {
      found: `the server cannot be examined: ${message}`,
      problems: [],
      advice: hint || remedies ? [noticeText({ text: hint ?? "", remedies }, wording).trim()] : [],
    };
  }
}
