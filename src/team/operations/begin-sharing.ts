import * as z from "zod";
import { DEFAULT_PROJECT } from "../../access/index.ts";
import { Fault, type Notice } from "../../shared/errors.ts";
import { parseGraphUrl } from "../../shared/graph-url.ts";
import { actOf, type Call } from "../../shared/operations/operation.ts";
import type { SharedChange } from "../rules/member-change.ts";
import type { Saying } from "../rules/member-sayings.ts";
import { originIdOf, teamIdOf } from "../rules/names.ts";
import type { SigningKey } from "../rules/signatures.ts";
import type { SharePreview } from "../rules/team-store.ts";
import { teamOf } from "../sql/team-progress.ts";
import { storeJoining } from "../sql/team-store.ts";
import type { TeamDeps } from "./deps.ts";
import type { ExaminedServer } from "./examine-server.ts";
import type { SyncProgress, SyncReport } from "./team-sync.ts";

const SALT_BYTES = 16;
/** `now`: what is written from now on. `all`: what was written before, too. */
export const SHARED_FROM = ["now", "all"] as const;
export type SharedFrom = (typeof SHARED_FROM)[number];

/** What both who makes a team and who joins one says. */
export const sharingInput = {
  url: z.string().optional(),
  from: z.enum(SHARED_FROM).optional(),
  sources: z.boolean().default(false),
  force: z.boolean().default(false),
  dryRun: z.boolean().default(false),
};

/** What would happen. */
export interface SharingPlan {
  readonly project: string;
  /** Without user and password. */
  readonly url: string;
  readonly server: ExaminedServer;
  /** What there is to share, if everything is. */
  readonly preview: SharePreview;
}

export interface BegunSharing extends SharingPlan {
  readonly team: string;
  readonly fingerprint: string;
  readonly origin: string;
  readonly machine: string;
  readonly from: SharedFrom;
  readonly sources: boolean;
  /** What was exchanged; undefined if the server did not answer. */
  readonly synced?: SyncReport | undefined;
  readonly notices: readonly Notice[];
}

/** The address with user and password, and as it may be shown. @throws Fault `invalid`. */
export function addressOf(given: string | undefined): { readonly url: string; readonly shown: string } {
  if (given !== undefined) return { url: given.trim(), shown: parseGraphUrl(given).url };
  throw new Fault("invalid", "No server was named that the changes of the team go through.", {
    field: "url",
    reason: "no_server",
    hint: "A URL that works looks like redis://HOST:6379.",
    remedies: [{ remedy: "name-team-server" }],
  });
}

/** @throws Fault `conflict` for a project that is shared, `invalid` for the one of all folders without a repository. */
export async function requireUnsharedProject(
  { memory }: Pick<TeamDeps, "memory">,
  project: string,
): Promise<void> {
  if (project === DEFAULT_PROJECT)
    throw new Fault("invalid", `The project "${project}" is the one of all folders without a repository.`, {
      field: "project",
      received: project,
      reason: "project_of_all_folders",
      hint: "What is in it belongs to many things, so it cannot be shared.",
      remedies: [{ remedy: "name-project" }],
    });
  const team = await teamOf(memory, project);
  if (!team) return;
  throw new Fault("conflict", `The project "${project}" is shared with a team already: ${team.team}.`, {
    field: "project",
    received: project,
    reason: "shared_already",
    hint: "Nothing was changed.",
    remedies: [{ remedy: "show-team" }, { remedy: "leave-team", project }],
  });
}

/** A person has to choose, because what was shared cannot be called back. @throws Fault `invalid`. */
export function requireChoice(from: SharedFrom | undefined): SharedFrom {
  if (from) return from;
  throw new Fault("invalid", "It was not said whether what is in the memory already is shared.", {
    field: "from",
    reason: "from_required",
    hint: "Nothing was changed.",
    remedies: [{ remedy: "choose-shared" }],
  });
}

interface Begin {
  readonly plan: SharingPlan;
  readonly from: SharedFrom;
  readonly sources: boolean;
  /** With user and password. */
  readonly url: string;
  readonly graph: string;
  /** The key pair of the team, or its public key alone. */
  readonly teamKey: SigningKey | string;
  /** What this machine says first. */
  readonly first: (saying: Saying) => SharedChange;
}

/** Makes the key of this machine and remembers the team. The key is kept first: without it nothing could be said. */
export async function beginSharing(
  { plan, from, sources, url, graph, teamKey, first }: Begin,
  deps: TeamDeps,
  call: Call,
): Promise<{ readonly team: string; readonly origin: string }> {
  const publicKey = typeof teamKey === "string" ? teamKey : teamKey.publicKey;
  const key = deps.signatures.newKey();
  const [team, origin] = [teamIdOf(publicKey), originIdOf(key.publicKey)];
  const kept = await deps.teamSecrets.read(team);
  await deps.teamSecrets.write({
    team,
    url,
    origin,
    key,
    // The creator may come back: nobody else has that key.
    teamKey: typeof teamKey === "string" ? kept?.teamKey : teamKey,
    mark: await deps.memoryMark.of(),
    highestSeq: 0,
  });
  const membership = {
    project: plan.project,
    team,
    teamKey: publicKey,
    url: plan.url,
    graph,
    origin,
    sharedAfter: from === "all" ? 0 : await deps.memory.position(),
    sharesSources: sources,
    joinedAt: deps.clock.now(),
  };
  await storeJoining(deps.memory, membership, actOf(deps, call), (seq) =>
    first(sayingOf(deps, call, key, seq)),
  );
  return { team, origin };
}

export const sayingOf = (
  { clock, entropy }: Pick<TeamDeps, "clock" | "entropy">,
  { actor }: Call,
  key: SigningKey,
  seq: number,
): Saying => ({
  key,
  seq,
  at: clock.now(),
  author: { kind: actor.author.kind },
  client: actor.client,
  salt: Buffer.from(entropy.bytes(SALT_BYTES)).toString("hex"),
});

/** Progress as a call reports it. */
export const toldTo =
  ({ progress }: Call) =>
  ({ doing, done, total }: SyncProgress): void =>
    progress(done, total, doing.replaceAll("_", " "));

/** What is said is in the memory already: a server that does not answer now gets it later. */
export async function syncOrTell(
  deps: Pick<TeamDeps, "team">,
  project: string,
  call: Call,
): Promise<{ readonly synced?: SyncReport | undefined; readonly notices: readonly Notice[] }> {
  try {
    const onProgress = toldTo(call);
    return { synced: await deps.team.syncNow(project, { onProgress, signal: call.signal }), notices: [] };
  } catch (error) {
    call.signal.throwIfAborted();
    if (!(error instanceof Fault)) throw error;
    const text = `It is stored here, and will be shared when the server answers: ${error.message}`;
    return { notices: [{ text, remedies: [{ remedy: "show-team" }] }] };
  }
}
