import { Fault } from "../../domain/shared/errors.ts";
import type { Notice } from "../../domain/shared/remedy.ts";
import { ALL_PROJECTS } from "../../domain/shared/scope.ts";
import { QUARANTINED } from "../../domain/team/membership.ts";
import { type Call, perform } from "../shared/operation.ts";
import type { TeamDeps } from "../team/deps.ts";
import { getTeamStatus, type TeamStatus } from "../team/get-team-status.ts";

/** How a shared project is doing. A server that is away is no fault of this machine, but one that loses things is. */
export interface TeamHealth {
  readonly status: TeamStatus;
  /** Changes of others that are kept out. */
  readonly quarantined: number;
  /** Undefined if the keys of this machine are not enough to ask. */
  readonly server?: ServerHealth | undefined;
}

export interface ServerHealth {
  /** Undefined if it does not answer; `away` says why. */
  readonly version?: string | undefined;
  readonly away?: string | undefined;
  /** What loses or exposes something. */
  readonly problems: readonly string[];
  readonly advice: readonly Notice[];
}

export async function examineTeams(deps: TeamDeps, call: Call): Promise<readonly TeamHealth[]> {
  const teams = await perform(getTeamStatus, {}, deps, { ...call, scope: ALL_PROJECTS });
  return Promise.all(
    teams.map(async (status) => ({
      status,
      quarantined: QUARANTINED.reduce((sum, reason) => sum + (status.setAside[reason] ?? 0), 0),
      server: status.keysProblem === undefined ? await examineServer(status.project, deps) : undefined,
    })),
  );
}

async function examineServer(project: string, { team }: TeamDeps): Promise<ServerHealth> {
  try {
    const { version, findings } = await team.examine(project);
    const sentences = (severity: string): string[] =>
      findings
        .filter((one) => one.severity === severity)
        .map(({ problem, remedy }) => `${problem} ${remedy}`);
    return { version, problems: sentences("error"), advice: sentences("warning") };
  } catch (error) {
    const { message, hint, remedies } = Fault.from(error);
    return { away: message, problems: [], advice: hint || remedies ? [{ text: hint ?? "", remedies }] : [] };
  }
}
