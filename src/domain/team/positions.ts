import type { ChangeKey } from "./shared-change.ts";

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
