import * as z from "zod";
import type { Role } from "../../shared/actor.ts";
import { Fault } from "../../shared/errors.ts";
import { actOf, type Call, defineOperation, projectOf } from "../../shared/operations/operation.ts";
import { type Invitation, type ReceivedInvitation, readInvitation } from "../rules/invitation.ts";
import type { Refusal } from "../rules/member-rules.ts";
import { sayJoined } from "../rules/member-sayings.ts";
import { membersOf } from "../rules/members.ts";
import { fingerprintOf, isFingerprintOf } from "../rules/names.ts";
import type { TeamLog } from "../rules/team-log.ts";
import { previewShared, storeLeaving } from "../sql/team-store.ts";
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
import { PERSON_SHARES } from "./create-team.ts";
import type { TeamDeps } from "./deps.ts";
import { examineServer, requireReady } from "./examine-server.ts";
import { membersHere, withLog } from "./team-identity.ts";

/** The founding of a team is the first thing that it says. */
const FIRST_ENTRIES = 100;

export interface JoiningPlan extends SharingPlan {
  readonly team: string;
  readonly fingerprint: string;
  readonly role: Role;
  /** Of the machine that made the team. */
  readonly founder: string;
}

export const joinTeam = defineOperation({
  name: "join-team",
  summary: "Share a project with a team that invited this machine.",
  effect: "append",
  role: "admin",
  personOnly: PERSON_SHARES,
  input: z.strictObject({
    ...sharingInput,
    invitation: z.string(),
    /** As the person who invited told it. */
    fingerprint: z.string().optional(),
  }),
  async run(
    { from: chosen, sources, force, dryRun, fingerprint: told, ...input },
    deps: TeamDeps,
    call: Call,
  ): Promise<{ readonly plan: JoiningPlan; readonly joined?: BegunSharing | undefined }> {
    const project = projectOf(call);
    const received = readInvitation(input.invitation, deps.signatures);
    const { invitation } = received;
    requireSameProject(invitation, project);
    await requireUnsharedProject(deps, project);
    if (invitation.expires < deps.clock.now().getTime()) throw notAdmitted("invitation_expired");
    const fingerprint = fingerprintOf(invitation.team_key);
    if (told !== undefined && !isFingerprintOf(told, invitation.team_key)) throw anotherTeam(fingerprint);
    const { url, shown } = addressOf(input.url ?? deps.graphUrl ?? invitation.url);
    const from = dryRun ? undefined : requireChoice(chosen);
    if (from && told === undefined) throw fingerprintNeeded(fingerprint);
    const { server, founder } = await withLog(deps, url, invitation.graph, async (log) => ({
      server: await examineServer(log),
      founder: await requireFounder(log, invitation, deps),
    }));
    const preview = await previewShared(deps.memory, project, 0);
    const { team, role, graph, team_key } = invitation;
    const plan: JoiningPlan = { project, url: shown, server, preview, team, fingerprint, role, founder };
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
        teamKey: team_key,
        first: (saying) => sayJoined(saying, machine, received, deps.signatures),
      },
      deps,
      call,
    );
    const exchanged = await syncOrTell(deps, project, call);
    await requireAdmitted(received, begun.origin, project, deps, call);
    return { plan, joined: { ...plan, ...begun, fingerprint, machine, from, sources, ...exchanged } };
  },
});

function requireSameProject({ project: theirs }: Invitation, project: string): void {
  if (theirs === project) return;
  throw new Fault("conflict", `The team shares the project "${theirs}", and this one is "${project}".`, {
    field: "project",
    received: project,
    reason: "another_project",
    hint: "Nothing was changed. Both have to have the same name.",
    remedies: [
      { remedy: "name-project" },
      { remedy: "move-project", from: project, to: theirs, merges: false },
    ],
  });
}

/** The machine that made the team, by its log. @throws Fault `conflict` if this is not its log. */
async function requireFounder(
  log: TeamLog,
  { team, team_key }: Invitation,
  { signatures }: TeamDeps,
): Promise<string> {
  const head = await log.head();
  const slice = head && (await log.after({ lifeId: head.lifeId, entry: 0 }, FIRST_ENTRIES));
  const entries = slice?.state === "read" ? slice.entries : [];
  const [founder] = membersOf(entries, team_key, signatures).byOrigin.values();
  if (founder) return founder.machine;
  const empty = entries.length === 0;
  throw new Fault(
    "conflict",
    empty
      ? "The server has nothing of this team: it is another server, or it was emptied."
      : `What the server has does not begin with the founding of ${team}.`,
    {
      reason: empty ? "team_log_empty" : "another_log",
      hint: "Nothing was changed. A member of the team has to sync with this server first.",
    },
  );
}

/** Another machine may have used the invitation before: then this one leaves as if it had never joined. */
async function requireAdmitted(
  { invitation }: ReceivedInvitation,
  origin: string,
  project: string,
  deps: TeamDeps,
  call: Call,
): Promise<void> {
  const members = await membersHere(deps, { project, teamKey: invitation.team_key });
  const refusal = members.refused.find((refused) => refused.origin === origin);
  if (!refusal) return;
  await storeLeaving(deps.memory, project, actOf(deps, call));
  const secret = await deps.teamSecrets.read(invitation.team);
  if (!secret?.teamKey) await deps.teamSecrets.remove(invitation.team);
  throw notAdmitted(refusal.because);
}

const WHY_NOT: Partial<Record<Refusal, string>> = {
  invitation_used: "Another machine came in with this invitation already.",
  invitation_expired: "The invitation has expired.",
};

const notAdmitted = (because: Refusal): Fault =>
  new Fault("conflict", WHY_NOT[because] ?? "The team did not let this machine in.", {
    field: "invitation",
    reason: because,
    hint: "Nothing is shared. Ask for another invitation; if nobody of you used this one, say so to who invited you.",
  });

const anotherTeam = (fingerprint: string): Fault =>
  new Fault("conflict", `The invitation is to another team: its fingerprint is ${fingerprint}.`, {
    field: "fingerprint",
    reason: "another_team",
    hint: "Nothing was changed. Compare it with who invited you; if it differs, do not use the invitation.",
  });

const fingerprintNeeded = (fingerprint: string): Fault =>
  new Fault("invalid", `It was not confirmed that this is the right team: ${fingerprint}`, {
    field: "fingerprint",
    reason: "fingerprint_needed",
    hint: "Nothing was changed.",
    remedies: [{ remedy: "confirm-fingerprint", fingerprint }],
  });
