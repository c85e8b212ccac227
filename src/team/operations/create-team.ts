import * as z from "zod";
import { ROLES, type Role } from "../../shared/actor.ts";
import { type Call, defineOperation, type PersonOnly, projectOf } from "../../shared/operations/operation.ts";
import { DAY_MS } from "../../shared/time.ts";
import { makeInvitation } from "../rules/invitation.ts";
import { sayFounded } from "../rules/member-sayings.ts";
import { fingerprintOf, teamIdOf } from "../rules/names.ts";
import { previewShared } from "../sql/team-store.ts";
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
import { requireTeam, requireTeamKey, withLog } from "./team-identity.ts";

/** The graph of a team that is being made: one team has one. */
const graphOf = (team: string): string => `membria:${team}`;

/** What is shared leaves the machine, so an agent with a shell does not decide on it. */
export const PERSON_SHARES: PersonOnly<readonly unknown[]> = {
  does: "decides what is shared, and with whom",
  agent: true,
  script: true,
};

export const createTeam = defineOperation({
  name: "create-team",
  summary: "Begin to share a project with a team.",
  effect: "append",
  role: "admin",
  personOnly: PERSON_SHARES,
  input: z.strictObject(sharingInput),
  async run({ from: chosen, sources, force, dryRun, ...input }, deps: TeamDeps, call: Call) {
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
      preview: await previewShared(deps.memory, project, 0),
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

const MOST_DAYS = 90;

interface MadeInvitation {
  readonly project: string;
  readonly role: Role;
  readonly expires: Date;
  readonly fingerprint: string;
  /** Without user and password. */
  readonly url: string;
  /** To be shown once: whoever has it can come in. */
  readonly token: string;
}

export const inviteMember = defineOperation({
  name: "invite-member",
  summary: "Make an invitation that lets one machine into the team.",
  effect: "append",
  role: "admin",
  personOnly: PERSON_SHARES,
  input: z.strictObject({
    role: z.enum(ROLES).default("agent"),
    days: z.number().int().min(1).max(MOST_DAYS).default(7),
  }),
  async run({ role, days }, deps: TeamDeps, call: Call): Promise<MadeInvitation> {
    const team = await requireTeam(deps, projectOf(call));
    const { teamKey } = await requireTeamKey(deps, team);
    const { project, url, graph } = team;
    const expires = new Date(deps.clock.now().getTime() + days * DAY_MS);
    const token = makeInvitation({ project, url, graph, role, expires }, teamKey, deps.signatures);
    return { project, role, expires, fingerprint: fingerprintOf(team.teamKey), url, token };
  },
});
