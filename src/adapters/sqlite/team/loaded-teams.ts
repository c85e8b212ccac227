import type { TeamProgress } from "../../../domain/team/membership.ts";
import type { TeamStore } from "../../../domain/team/team-store.ts";
import type { Connection } from "../shared/connection.ts";
import { loadedLater } from "../shared/loaded-later.ts";

/** All but those that every program asks, shared or not. */
const LOADED = [
  "joinTeam",
  "leaveTeam",
  "previewShared",
  "renameOrigin",
  "outgoing",
  "addMemberChange",
  "memberChanges",
  "confirmShared",
  "receive",
  "everyChange",
  "emptiedChanges",
  "noteContact",
  "projectionAfter",
  "sharedOrigin",
  "setAsideChanges",
  "claimsAbout",
] as const satisfies readonly (keyof TeamStore)[];

/** The store of teams, loaded when something is shared, or is about to be. */
export function loadedTeams(connection: Connection, load: () => Promise<TeamStore>): TeamStore {
  let loading: Promise<TeamStore> | undefined;
  const loaded = (): Promise<TeamStore> => {
    loading ??= load();
    return loading;
  };
  const isShared = (): Promise<boolean> =>
    connection.read((sql) => sql.get("SELECT 1 FROM teams LIMIT 1") !== undefined);
  return {
    ...loadedLater(LOADED, loaded),
    teams: async (): Promise<readonly TeamProgress[]> => ((await isShared()) ? (await loaded()).teams() : []),
    teamOf: async (project) => ((await isShared()) ? (await loaded()).teamOf(project) : undefined),
  };
}
