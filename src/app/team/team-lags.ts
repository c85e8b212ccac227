import { QUARANTINED } from "../../domain/team/membership.ts";
import type { TeamSync } from "./team-sync.ts";

/** How far each shared project is behind its team, in numbers. */
export async function teamLags(team: Pick<TeamSync, "teams">, now: Date) {
  const since = (time: Date): number => Math.max(0, (now.getTime() - time.getTime()) / 1_000);
  return (await team.teams()).map(({ project, pending, pendingSince, contactAt, setAside }) => ({
    project,
    changes: pending,
    seconds: pending > 0 && pendingSince ? since(pendingSince) : 0,
    ...(contactAt && { sinceContact: since(contactAt) }),
    quarantined: QUARANTINED.reduce((sum, reason) => sum + (setAside[reason] ?? 0), 0),
  }));
}
