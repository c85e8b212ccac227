import { Fault } from "../../domain/shared/errors.ts";
import { type Member, type Members, membersOf, roleNow } from "../../domain/team/members.ts";
import type { TeamProgress } from "../../domain/team/membership.ts";
import type { SigningKey } from "../../domain/team/signatures.ts";
import type { TeamLog } from "../../domain/team/team-log.ts";
import type { TeamSecret } from "../../domain/team/team-secrets.ts";
import type { TeamStore } from "../../domain/team/team-store.ts";
import type { TeamDeps } from "./deps.ts";

/** The team that a project is shared with. @throws Fault `not_found`. */
export async function requireTeam(
  { store }: { readonly store: Pick<TeamStore, "teamOf"> },
  project: string,
): Promise<TeamProgress> {
  const team = await store.teamOf(project);
  if (team) return team;
  throw new Fault("not_found", `The project "${project}" is not shared with a team.`, {
    field: "project",
    received: project,
    reason: "no_team",
    hint: "Nothing was changed.",
    remedies: [{ remedy: "join-team" }],
  });
}

/** The members of a team, as far as this machine knows. */
export const membersHere = async (
  { store, signatures }: Pick<TeamDeps, "store" | "signatures">,
  { project, teamKey }: Pick<TeamProgress, "project" | "teamKey">,
): Promise<Members> => membersOf(await store.memberChanges(project), teamKey, signatures);

/** @throws Fault `unavailable` if this machine does not have it any more. */
export async function requireSecret(
  { teamSecrets }: Pick<TeamDeps, "teamSecrets">,
  { team, project }: Pick<TeamProgress, "team" | "project">,
): Promise<TeamSecret> {
  const secret = await teamSecrets.read(team);
  if (secret) return secret;
  throw new Fault("unavailable", `${teamSecrets.whereIs(team)} is missing, which has the keys of the team.`, {
    reason: "secrets_missing",
    hint: "Put it back from a copy, or join again with a new invitation.",
    remedies: [{ remedy: "leave-team", project }],
  });
}

/** The key of the team, with the rest. @throws Fault `forbidden` on a machine that did not make the team. */
export async function requireTeamKey(
  deps: Pick<TeamDeps, "teamSecrets" | "store" | "signatures">,
  team: TeamProgress,
): Promise<TeamSecret & { readonly teamKey: SigningKey }> {
  const secret = await requireSecret(deps, team);
  const { teamKey } = secret;
  if (teamKey) return { ...secret, teamKey };
  const founders = [...(await membersHere(deps, team)).byOrigin.values()].filter(
    ({ cameBy }) => cameBy === "founding",
  );
  const who = founders.map(nameOf).join(", ");
  throw new Fault(
    "forbidden",
    "This takes the key of the team, which is on the machine that made the team.",
    {
      reason: "team_key_elsewhere",
      hint: `Nothing was changed. Ask there: ${who || "the member who invited you"}.`,
    },
  );
}

/** A member as people tell it from others. */
export const nameOf = ({ machine, origin }: Pick<Member, "machine" | "origin">): string =>
  `${machine} (${origin})`;

/** Who may do everything in the team. */
export const adminsOf = ({ byOrigin }: Members): readonly Member[] =>
  [...byOrigin.values()].filter((member) => roleNow(member) === "admin");

/** Uses the log of a team, and closes it. */
export async function withLog<T>(
  { openTeamLog }: Pick<TeamDeps, "openTeamLog">,
  url: string,
  graph: string,
  use: (log: TeamLog) => Promise<T>,
): Promise<T> {
  const log = await openTeamLog(url, graph);
  try {
    return await use(log);
  } finally {
    await log.close();
  }
}
