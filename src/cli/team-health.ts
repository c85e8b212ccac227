import type { ServerHealth, TeamHealth } from "../app/repair/examine-teams.ts";
import { Fault } from "../domain/shared/errors.ts";
import { parseGraphUrl } from "../domain/team/graph-url.ts";
import { noticeText } from "../tools/wording.ts";
import type { CommandContext } from "./command.ts";
import { counted } from "./counted.ts";
import type { HealthCheck } from "./meaning-health.ts";
import { stateOf } from "./team-text.ts";

/** An address that no team can use prevents nothing, because the memory is local anyway. */
export function graphUrlChecks(graphUrl: string | undefined): HealthCheck[] {
  if (!graphUrl) return [];
  try {
    parseGraphUrl(graphUrl);
    return [];
  } catch (error) {
    const { message, hint } = Fault.from(error);
    return [{ name: "settings", ok: true, found: `MEMBRIA_GRAPH_URL is not used: ${message}`, remedy: hint }];
  }
}

/** The check of one shared project. */
export function teamCheck(
  { status, quarantined, server }: TeamHealth,
  now: Date,
  wording: CommandContext["wording"],
): HealthCheck {
  const { project, keysProblem, role } = status;
  const { text } = stateOf(status, now);
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
  const advice = (server?.advice ?? []).map((notice) => noticeText(notice, wording).trim());
  return {
    name: "team",
    ok: problems.length === 0,
    found: [`${project}: ${text}`, ...(server ? [answerText(server)] : [])].join("; "),
    remedy: [...problems, ...advice].join(" ") || undefined,
  };
}

const answerText = ({ version, away }: ServerHealth): string =>
  version === undefined ? `the server cannot be examined: ${away}` : `the server answers, version ${version}`;
