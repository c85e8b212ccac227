import { includesRole, MEMORY_AUTHOR } from "../../shared/actor.ts";
import { Fault } from "../../shared/errors.ts";
import type { Clock, Entropy } from "../../shared/ports.ts";
import type { Memory } from "../../store/file/memory.ts";
import { headerOf } from "../rules/member-change.ts";
import { sayContinued } from "../rules/member-sayings.ts";
import {
  judgeWith,
  type Member,
  type Members,
  membersOf,
  type PlacedChange,
  roleNow,
} from "../rules/members.ts";
import type { TeamProgress } from "../rules/membership.ts";
import { originIdOf } from "../rules/names.ts";
import type { Signatures, SigningKey } from "../rules/signatures.ts";
import type { TeamLog } from "../rules/team-log.ts";
import { continuityOf, type MemoryMark, type TeamSecret, type TeamSecrets } from "../rules/team-secrets.ts";
import type { Judge } from "../rules/team-store.ts";
import { teamOf } from "../sql/team-progress.ts";
import { addMemberChange, memberChanges, renameOrigin } from "../sql/team-store.ts";
import type { TeamDeps } from "./deps.ts";
import { OriginTaken, type TeamIdentity } from "./round-deps.ts";

const SALT_BYTES = 16;

interface IdentityDeps {
  readonly memory: Memory;
  readonly teamSecrets: TeamSecrets;
  readonly signatures: Signatures;
  readonly memoryMark: MemoryMark;
  readonly clock: Clock;
  readonly entropy: Entropy;
  /** The key after a key, always the same for the same memory. */
  nextKey(key: SigningKey, mark: string): SigningKey;
  /** Where the repository of a project is, if that is known. */
  rootOf(project: string): string | undefined;
  readonly home: string;
}

export function teamIdentity(deps: IdentityDeps): TeamIdentity {
  const { memory, teamSecrets, signatures, memoryMark } = deps;
  /** The last one, because nothing changes between most rounds, and verifying takes long. */
  let judged: { readonly by: readonly PlacedChange[]; readonly judge: Judge } | undefined;
  return {
    async sealing(membership, ownSeq) {
      const secret = await requireSecret(deps, membership);
      const { key, origin } = secret;
      const continuity = continuityOf(secret, { mark: await memoryMark.of(), ownSeq });
      // The name differs if somebody was interrupted while taking another one.
      if (continuity !== "continues" || origin !== membership.origin)
        throw new OriginTaken(`The keys belong to another memory, or to a newer one (${continuity}).`);
      return {
        sign: (header) => signatures.sign(header, key.privateKey),
        root: deps.rootOf(membership.project),
        home: deps.home,
      };
    },
    async noteHandedOut(membership, seq) {
      const secret = await requireSecret(deps, membership);
      if (secret.highestSeq < seq) await teamSecrets.write({ ...secret, highestSeq: seq });
    },
    judge({ teamKey }, changes) {
      if (judged?.by !== changes)
        judged = { by: changes, judge: judgeWith(membersOf(changes, teamKey, signatures), signatures) };
      return judged.judge;
    },
    mayShare({ teamKey, origin }, changes) {
      const own = membersOf(changes, teamKey, signatures).byOrigin.get(origin);
      const role = own && roleNow(own);
      return role === undefined || (role !== "removed" && includesRole(role, "agent"));
    },
    async takeNewOrigin(membership) {
      const { project, teamKey } = membership;
      const secret = await requireSecret(deps, membership);
      const mark = await memoryMark.of();
      const key = deps.nextKey(secret.key, mark);
      const origin = originIdOf(key.publicKey);
      await renameOrigin(memory, project, origin);
      const isSaid = (await memberChanges(memory, project)).some((change) => continues(change, origin));
      if (!isSaid)
        await addMemberChange(memory, project, (seq) =>
          sayContinued(
            {
              key,
              seq,
              at: deps.clock.now(),
              author: { kind: MEMORY_AUTHOR.kind },
              client: MEMORY_AUTHOR.name,
              salt: Buffer.from(deps.entropy.bytes(SALT_BYTES)).toString("hex"),
            },
            memoryMark.machine,
            teamKey,
            secret.key,
            signatures,
          ),
        );
      // Last: the old key vouches for the new one, and is gone afterwards.
      await teamSecrets.write({ ...secret, origin, key, mark, highestSeq: 0 });
    },
  };
}

const continues = (change: PlacedChange, origin: string): boolean =>
  change.origin === origin && headerOf(change)?.action === "member.continued";

/** The team that a project is shared with. @throws Fault `not_found`. */
export async function requireTeam(
  { memory }: { readonly memory: Memory },
  project: string,
): Promise<TeamProgress> {
  const team = await teamOf(memory, project);
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
  { memory, signatures }: Pick<TeamDeps, "memory" | "signatures">,
  { project, teamKey }: Pick<TeamProgress, "project" | "teamKey">,
): Promise<Members> => membersOf(await memberChanges(memory, project), teamKey, signatures);

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
  deps: Pick<TeamDeps, "teamSecrets" | "memory" | "signatures">,
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
