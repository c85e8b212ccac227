import type { ChangeKey } from "./member-change.ts";
import type { LogCursor } from "./team-log.ts";

/** What this machine knows of a team that one of its projects is shared with. It has no secrets: those are in a file. */
export interface Membership {
  readonly project: string;
  /** Says who founded it: the fingerprint of the key that signs members and roles is in it. */
  readonly team: string;
  /** The public key of the team, which was confirmed when this machine joined. */
  readonly teamKey: string;
  /** Where the log is, without user and password. */
  readonly url: string;
  readonly graph: string;
  /** The name of this machine in the team. */
  readonly origin: string;
  /** Entries of the audit log up to this one stay here. */
  readonly sharedAfter: number;
  /** Whether the passages that decisions were made in are shared, too. */
  readonly sharesSources: boolean;
  readonly joinedAt: Date;
}

/** How far this machine is. */
export interface TeamProgress extends Membership {
  /** Where it stands in the log; undefined before the first time. */
  readonly cursor?: LogCursor | undefined;
  /** The highest life of the log that it has seen. */
  readonly life: number;
  /** When the log answered last. */
  readonly contactAt?: Date | undefined;
  /** Why it does not answer, since the last time that it did. */
  readonly problem?: string | undefined;
  /** When a call failed for that reason first. */
  readonly problemSince?: Date | undefined;
  /** Own changes that the log has not confirmed yet, and when the oldest was made. */
  readonly pending: number;
  readonly pendingSince?: Date | undefined;
  /** The highest number under the name of this machine that is known here. */
  readonly ownSeq: number;
  /** Own changes that the log confirmed. */
  readonly shared: number;
  /** Changes of others. */
  readonly received: number;
  /** Changes that this machine keeps and does not apply, by reason. */
  readonly setAside: Readonly<Partial<Record<SetAsideReason, number>>>;
}

/**
 * `unverified`: the signature does not match. `not_allowed`: the role of its author does not allow it. `unknown_member`:
 * nobody admitted its author. `malformed`: it is not what a change of its kind is, or concerns another project.
 * `unknown_change`: only a newer Membria understands it. `incomplete`: it is about a record
 * that is not known here yet.
 */
export const SET_ASIDE_REASONS = [
  "unverified",
  "not_allowed",
  "unknown_member",
  "malformed",
  "unknown_change",
  "incomplete",
] as const;
export type SetAsideReason = (typeof SET_ASIDE_REASONS)[number];

/** The reasons for which somebody should look. */
export const QUARANTINED: readonly SetAsideReason[] = [
  "unverified",
  "not_allowed",
  "unknown_member",
  "malformed",
];

/**
 * The place of a change in the order of the team: the number of the life of the log in which it was confirmed first, then
 * the number that the log gave it. A log that was lost or rolled back begins another life, so that what was confirmed
 * before stays before. Both are in one integer, far below 2^53.
 */
const PER_LIFE = 2 ** 40;

export const positionOf = (life: number, n: number): number => life * PER_LIFE + n;

export const lifeOf = (position: number): number => Math.floor(position / PER_LIFE);

/** A change that has no position yet comes after all that have one. */
export interface Placed extends ChangeKey {
  readonly position?: number | undefined;
}

/** The order that decides who was first. Rolled-back logs may have given one position twice: then the key decides. */
export function inTeamOrder(a: Placed, b: Placed): number {
  const [left, right] = [a.position ?? Number.POSITIVE_INFINITY, b.position ?? Number.POSITIVE_INFINITY];
  if (left !== right) return left < right ? -1 : 1;
  return byKey(a, b);
}

/** The order in which the last one counts: time, then key. */
export const inTimeOrder = (
  a: ChangeKey & { readonly at: number },
  b: ChangeKey & { readonly at: number },
): number => a.at - b.at || byKey(a, b);

function byKey(a: ChangeKey, b: ChangeKey): number {
  if (a.origin !== b.origin) return a.origin < b.origin ? -1 : 1;
  return a.seq - b.seq;
}
