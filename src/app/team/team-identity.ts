import { includesRole, MEMORY_AUTHOR } from "../../domain/shared/actor.ts";
import type { Clock, Entropy } from "../../domain/shared/ports.ts";
import { headerOf } from "../../domain/team/check-change.ts";
import { sayContinued } from "../../domain/team/member-sayings.ts";
import { judgeWith, membersOf, type PlacedChange, roleNow } from "../../domain/team/members.ts";
import { originIdOf } from "../../domain/team/names.ts";
import type { Signatures, SigningKey } from "../../domain/team/signatures.ts";
import { continuityOf, type MemoryMark, type TeamSecrets } from "../../domain/team/team-secrets.ts";
import type { Judge, TeamStore } from "../../domain/team/team-store.ts";
import { requireSecret } from "./own-team.ts";
import { OriginTaken, type TeamIdentity } from "./round-deps.ts";

const SALT_BYTES = 16;

export interface IdentityDeps {
  readonly store: TeamStore;
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
  const { store, teamSecrets, signatures, memoryMark } = deps;
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
      await store.renameOrigin(project, origin);
      const isSaid = (await store.memberChanges(project)).some((change) => continues(change, origin));
      if (!isSaid)
        await store.addMemberChange(project, (seq) =>
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
