import type { Role } from "../../src/shared/actor.ts";
import type { Ids } from "../../src/shared/ports.ts";
import { systemEntropy } from "../../src/shared/system/system.ts";
import { connectTeamLog } from "../../src/team/falkordb/team-log.ts";
import { memoryMark } from "../../src/team/files/memory-mark.ts";
import { nextSigningKey } from "../../src/team/files/next-signing-key.ts";
import { fileTeamSecrets } from "../../src/team/files/team-secrets.ts";
import { callSharing } from "../../src/team/operations/call-sharing.ts";
import { newRoundMemory, type RoundDeps, type TeamLink } from "../../src/team/operations/round-deps.ts";
import { syncRound } from "../../src/team/operations/sync-round.ts";
import { requireSecret, teamIdentity } from "../../src/team/operations/team-identity.ts";
import { type TeamServiceDeps, teamService } from "../../src/team/operations/team-service.ts";
import { makeInvitation, readInvitation } from "../../src/team/rules/invitation.ts";
import type { SharedChange } from "../../src/team/rules/member-change.ts";
import { type Saying, sayFounded, sayJoined } from "../../src/team/rules/member-sayings.ts";
import type { TeamProgress } from "../../src/team/rules/membership.ts";
import { originIdOf, teamIdOf } from "../../src/team/rules/names.ts";
import type { SigningKey } from "../../src/team/rules/signatures.ts";
import { teamOf } from "../../src/team/sql/team-progress.ts";
import { addMemberChange, storeJoining } from "../../src/team/sql/team-store.ts";
import { act } from "./decisions.ts";
import type { FalkorDb } from "./falkordb.ts";
import { manualTimers } from "./manual-timers.ts";
import { folderOfTest, openMemory, rewired, START, type TestMemory } from "./memory.ts";
import { FOREVER } from "./team-log.ts";
import { signatures } from "./team-members.ts";
import { callTool, type Json } from "./tools.ts";

export const PROJECT = "shop";
const GRAPH = "team";
const HOUR_MS = 3_600_000;

/**
 * A team on a real server; machines come in one after the other, the first of them is the one that made it. They give up on
 * nothing, however busy the machine is: a test of giving up lets the time pass.
 */
export function teamOn(hub: FalkorDb) {
  const teamKey = signatures.newKey();
  let machines = 0;
  return {
    async machine(name: string, role: Role = "admin") {
      machines += 1;
      return join(name, role, hub, teamKey, machines);
    },
  };
}

export type TeamMachine = Awaited<ReturnType<typeof join>>;

async function join(name: string, role: Role, hub: FalkorDb, teamKey: SigningKey, number: number) {
  const opened = await openMemory();
  const memory = rewired(opened, { ids: idsOf(number) });
  const folder = await folderOfTest();
  const key = signatures.newKey();
  const mark = memoryMark(memory.path);
  const secrets = fileTeamSecrets(folder.file("teams"), (path) => path);
  const team = teamIdOf(teamKey.publicKey);
  await secrets.write({
    team,
    url: hub.url,
    origin: originIdOf(key.publicKey),
    key,
    mark: await mark.of(),
    highestSeq: 0,
  });
  await storeJoining(
    memory,
    {
      project: PROJECT,
      team,
      teamKey: teamKey.publicKey,
      url: hub.url,
      graph: GRAPH,
      origin: originIdOf(key.publicKey),
      sharedAfter: 0,
      sharesSources: false,
      joinedAt: START,
    },
    act(),
  );
  await addMemberChange(memory, PROJECT, (seq) =>
    firstSaying(name, role, hub, teamKey, number === 1, { key, seq }),
  );
  return machineOver(memory, { secrets, mark, entryName: name });
}

/** No two machines give the same ids. */
function idsOf(machine: number): Ids {
  let count = machine * 100_000;
  return { next: (prefix) => `${prefix}_${String(++count).padStart(6, "0")}` };
}

type MachineParts = {
  readonly secrets: ReturnType<typeof fileTeamSecrets>;
  readonly mark: ReturnType<typeof memoryMark>;
  readonly entryName: string;
};

/** A program on a memory that is shared. There may be several on the same one. */
export function machineOver(memory: TestMemory, parts: MachineParts) {
  const { secrets, mark } = parts;
  const timers = manualTimers(memory.clock);
  const received: (readonly string[])[] = [];
  const identityDeps = {
    memory,
    teamSecrets: secrets,
    signatures,
    memoryMark: mark,
    clock: memory.clock,
    entropy: systemEntropy,
    nextKey: nextSigningKey,
    rootOf: () => undefined,
    home: "/home/somebody",
  };
  const connect = async (progress: TeamProgress): Promise<TeamLink> => {
    const { url } = await requireSecret(identityDeps, progress);
    const teamLog = connectTeamLog({ url, graph: GRAPH, entropy: systemEntropy, patience: FOREVER });
    return { teamLog, identity: teamIdentity(identityDeps) };
  };
  const service = (options: Partial<TeamServiceDeps> = {}) =>
    teamService({
      memory,
      clock: memory.clock,
      log: memory.log,
      timers,
      breathe: async () => {},
      random: () => 1,
      keepsRunning: true,
      connect,
      received: (_, settled) => void received.push(settled),
      ...options,
    });
  const progress = async (): Promise<TeamProgress> => {
    const found = await teamOf(memory, PROJECT);
    if (!found) throw new Error("It is not shared.");
    return found;
  };
  return {
    memory,
    parts,
    timers,
    /** What came in with each round: decisions whose outcome is another one. */
    received,
    connect,
    service,
    progress,
    /** One round, on its own connection. `around` may change what it works with. */
    async round(around: (deps: RoundDeps) => RoundDeps = (deps) => deps) {
      const link = await connect(await progress());
      const deps = { ...link, memory, clock: memory.clock, breathe: async () => {} };
      try {
        return await syncRound(PROJECT, around(deps), { remembered: newRoundMemory() });
      } finally {
        await link.teamLog.close();
      }
    },
    /** A tool as a server calls it that keeps the project in step. */
    async call(team: ReturnType<typeof service>, tool: string, args: Json) {
      const deps = rewired(memory, { team });
      return callTool(deps, tool, args, { sharing: callSharing(team, memory.clock, PROJECT) });
    },
  };
}

function firstSaying(
  machine: string,
  role: Role,
  hub: FalkorDb,
  teamKey: SigningKey,
  founds: boolean,
  { key, seq }: { readonly key: SigningKey; readonly seq: number },
): SharedChange {
  const saying: Saying = { key, seq, at: START, author: { kind: "human" }, client: "test", salt: "00ff" };
  if (founds) return sayFounded(saying, { machine, project: PROJECT }, teamKey, signatures);
  const token = makeInvitation(
    {
      project: PROJECT,
      url: hub.url,
      graph: GRAPH,
      role,
      expires: new Date(START.getTime() + HOUR_MS),
    },
    teamKey,
    signatures,
  );
  return sayJoined(saying, machine, readInvitation(token, signatures), signatures);
}
