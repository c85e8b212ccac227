import type { Role } from "../../shared/actor.ts";
import {
  type ChangeKey,
  HEADER_FORMAT,
  headerOf,
  isNewerFormat,
  isSaidBy,
  keyText,
  type SharedChange,
} from "./member-change.ts";
import { admit, mayDo, type Refusal, SET_ASIDE_FOR } from "./member-rules.ts";
import { isAboutMembers } from "./member-statements.ts";
import { inTeamOrder, type Placed } from "./membership.ts";
import { teamIdOf } from "./names.ts";
import type { Signatures } from "./signatures.ts";
import type { Judge } from "./team-store.ts";

/** From this place in the order of the team on. Without a role: it was removed. */
export interface RoleFrom extends Placed {
  readonly role?: Role | undefined;
}

/** A machine in a team. */
export interface Member {
  readonly origin: string;
  readonly key: string;
  readonly machine: string;
  readonly cameBy: "founding" | "invitation" | "continuing";
  readonly since: Date;
  /** The member that it goes on from. What is said about that one holds for it, too. */
  readonly before?: string | undefined;
  /** The public key of the invitation that it used. */
  readonly invitation?: string | undefined;
  /** In the order of the team; the first is from when it came in. */
  readonly roles: readonly RoleFrom[];
  /** The number of the last statement about it. */
  readonly serial: number;
}

export interface RefusedMemberChange extends ChangeKey {
  readonly action: string;
  readonly because: Refusal;
}

/** Who is in a team, by what was said about members. */
export interface Members {
  readonly team: string;
  readonly teamKey: string;
  /** As the creator named it. */
  readonly project?: string | undefined;
  readonly byOrigin: ReadonlyMap<string, Member>;
  readonly refused: readonly RefusedMemberChange[];
  /** What became of each change about members, by its key. */
  readonly verdicts: ReadonlyMap<string, { readonly header: string; readonly refusal?: Refusal | undefined }>;
}

/** A change, and where it is in the order of the team. */
export type PlacedChange = SharedChange & Placed;

/**
 * Who is in the team. It depends on the set of the changes and their positions alone, whatever order they come in.
 * Changes about other things are passed over.
 */
export function membersOf(
  changes: readonly PlacedChange[],
  teamKey: string,
  signatures: Pick<Signatures, "verify">,
): Members {
  const state = {
    team: teamIdOf(teamKey),
    teamKey,
    project: undefined as string | undefined,
    byOrigin: new Map<string, Member>(),
  };
  const refused: RefusedMemberChange[] = [];
  const verdicts = new Map<string, { header: string; refusal?: Refusal | undefined }>();
  for (const change of [...changes].sort(inOneOrder)) {
    const key = keyText(change);
    // The first one with a key is the one; the same change may have come twice.
    if (verdicts.has(key)) continue;
    const header = headerOf(change);
    if (!header || !isAboutMembers(header.action)) continue;
    const refusal = admit(change, header, state, signatures);
    verdicts.set(key, { header: change.header, refusal });
    if (refusal)
      refused.push({ origin: change.origin, seq: change.seq, action: header.action, because: refusal });
  }
  return { ...state, refused, verdicts };
}

/** One order even of two changes with the same key, of which one is forged. */
const inOneOrder = (a: PlacedChange, b: PlacedChange): number =>
  inTeamOrder(a, b) || (a.header < b.header ? -1 : Number(a.header > b.header));

/** The role of a machine at a place in the order of the team. Undefined before it came in. */
export function roleAt(members: Members, origin: string, place: Placed): Role | "removed" | undefined {
  const roles = members.byOrigin.get(origin)?.roles ?? [];
  const last = roles.findLast((from) => inTeamOrder(from, place) < 0);
  return last && (last.role ?? "removed");
}

/** The role of a machine after all that was said. */
export function roleNow({ roles }: Member): Role | "removed" {
  return roles.at(-1)?.role ?? "removed";
}

/** Judges what other machines said, by signature and by role. It never throws, whatever the change holds. */
export function judgeWith(members: Members, signatures: Pick<Signatures, "verify">): Judge {
  return (change, capturedBy) => {
    const header = headerOf(change);
    if (header && isAboutMembers(header.action)) {
      const verdict = members.verdicts.get(keyText(change));
      if (verdict?.header !== change.header) return verdict ? "unverified" : "incomplete";
      return verdict.refusal && SET_ASIDE_FOR[verdict.refusal];
    }
    const { origin } = change;
    const key = members.byOrigin.get(origin)?.key;
    const role = roleAt(members, origin, change);
    if (key === undefined || role === undefined) return "unknown_member";
    if (header ? header.format > HEADER_FORMAT : isNewerFormat(change))
      return signatures.verify(change.header, change.signature, key) ? "unknown_change" : "unverified";
    if (!header || !isSaidBy(key, change, header, members.team, signatures)) return "unverified";
    const isOwn = (): boolean => isFrom(members, capturedBy?.(header.subject), origin);
    return role !== "removed" && mayDo(role, header.action, isOwn) ? undefined : "not_allowed";
  };
}

/** Whether a record of one origin belongs to another one: the same, or one that goes on from it. */
export function isFrom(members: Members, captured: string | undefined, origin: string): boolean {
  for (let own: string | undefined = origin; own !== undefined; own = members.byOrigin.get(own)?.before)
    if (own === captured) return true;
  return false;
}
