import * as z from "zod";
import { type Call, defineOperation, projectOf } from "../../shared/operations/operation.ts";
import { toldTo } from "./begin-sharing.ts";
import type { TeamDeps } from "./deps.ts";
import { requireTeam } from "./team-identity.ts";
import type { SyncReport } from "./team-sync.ts";

export const syncTeam = defineOperation({
  name: "sync-team",
  summary: "Exchange changes with the team of a project now.",
  effect: "update",
  role: "agent",
  input: z.strictObject({}),
  async run(_, deps: TeamDeps, call: Call): Promise<SyncReport & { readonly project: string }> {
    const { project } = await requireTeam(deps, projectOf(call));
    const synced = await deps.team.syncNow(project, { onProgress: toldTo(call), signal: call.signal });
    return { project, ...synced };
  },
});
