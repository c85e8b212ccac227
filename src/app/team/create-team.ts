import * as z from "zod";
import { sayFounded } from "../../domain/team/member-sayings.ts";
import { fingerprintOf, teamIdOf } from "../../domain/team/names.ts";
import { type Call, defineOperation, projectOf } from "../shared/operation.ts";
import {
  addressOf,
  type BegunSharing,
  beginSharing,
  requireChoice,
  requireUnsharedProject,
  type SharingPlan,
  sharingInput,
  syncOrTell,
} from "./begin-sharing.ts";
import type { TeamDeps } from "./deps.ts";
import { examineServer, requireReady } from "./examine-server.ts";
import { withLog } from "./own-team.ts";
import { requirePersonForTeam } from "./require-person.ts";

/** The graph of a team that is being made: one team has one. */
const graphOf = (team: string): string => `membria:${team}`;

export const createTeam = defineOperation({
  name: "create-team",
  summary: "Begin to share a project with a team.",
  effect: "append",
  role: "admin",
  input: z.strictObject(sharingInput),
  async run({ from: chosen, sources, force, dryRun, ...input }, deps: TeamDeps, call: Call) {
    requirePersonForTeam(call);
    const project = projectOf(call);
    await requireUnsharedProject(deps, project);
    const { url, shown } = addressOf(input.url ?? deps.graphUrl);
    const from = dryRun ? undefined : requireChoice(chosen);
    const teamKey = deps.signatures.newKey();
    const graph = graphOf(teamIdOf(teamKey.publicKey));
    const server = await withLog(deps, url, graph, examineServer);
    const plan: SharingPlan = {
      project,
      url: shown,
      server,
      preview: await deps.store.previewShared(project, 0),
    };
    if (!from) return { plan };
    requireReady(server, force);
    const { machine } = deps.memoryMark;
    const begun = await beginSharing(
      {
        plan,
        from,
        sources,
        url,
        graph,
        teamKey,
        first: (saying) => sayFounded(saying, { machine, project }, teamKey, deps.signatures),
      },
      deps,
      call,
    );
    const fingerprint = fingerprintOf(teamKey.publicKey);
    const created: BegunSharing = {
      ...plan,
      ...begun,
      fingerprint,
      machine,
      from,
      sources,
      ...(await syncOrTell(deps, project, call)),
    };
    return { plan, created };
  },
});
