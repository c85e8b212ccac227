import { MIN_OUTCOMES } from "../../calibration/index.ts";
import { rounded } from "../../shared/rounding.ts";
import { skillIdOf } from "./skill.ts";

/** A group with decisions that are relevant to the one being placed. */
export interface NearGroup {
  readonly id: string;
  readonly size: number;
  /** The relevance of each of its decisions that is relevant at all. */
  readonly relevances: readonly number[];
}

export interface Placement {
  /** The group to join; a new one if it fits nowhere. */
  readonly group: string;
  /** Groups to merge into it. */
  readonly absorbs: readonly string[];
}

/** A group counts as no larger than this, because a search finds no more of its decisions. */
const MOST_COMPARED = 20;
/** Half of a group is not enough if it is hardly relevant: over the whole group the mean has to be at least this. */
const LEAST_CLOSENESS = 0.3;

/**
 * A decision joins a group if at least half of the group is relevant to it, and clearly so. One relevant decision is not
 * enough, or small steps would connect everything with everything. If several groups fit, it joins the most relevant one, which absorbs
 * the others that are too small to be a skill. Groups that already are skills stay apart: one decision in between is no
 * reason to merge them.
 */
export function placeInGroup(decisionId: string, near: readonly NearGroup[]): Placement {
  const fitting = near
    .filter(isFitting)
    .sort((a, b) => closeness(b) - closeness(a) || (a.id < b.id ? -1 : 1));
  const [best, ...others] = fitting;
  if (!best) return { group: skillIdOf(decisionId), absorbs: [] };
  return {
    group: best.id,
    absorbs: others.filter(({ size }) => size < MIN_OUTCOMES).map(({ id }) => id),
  };
}

/** At least half of the group is relevant, counting at most `MOST_COMPARED` of it, and the group as a whole is close. */
export const isFitting = (near: NearGroup): boolean =>
  near.relevances.length * 2 >= Math.min(near.size, MOST_COMPARED) &&
  rounded(closeness(near)) >= LEAST_CLOSENESS;

/** The mean relevance over the group; decisions that are not relevant count as 0. */
function closeness({ relevances, size }: NearGroup): number {
  const highest = [...relevances].sort((a, b) => b - a).slice(0, MOST_COMPARED);
  return highest.reduce((sum, relevance) => sum + relevance, 0) / Math.min(size, MOST_COMPARED);
}

/** A decision with a recorded outcome. */
export interface SettledDecision {
  readonly id: string;
  /** When its first outcome was recorded. */
  readonly settledAt: Date;
}

/**
 * Groups all decisions of a project. Each is placed among those settled before it, so the order of the input does not
 * matter and the result equals adding outcomes one by one. `relevantTo` returns the decisions relevant to one, with how
 * relevant they are.
 */
export function groupAll(
  settled: readonly SettledDecision[],
  relevantTo: (id: string) => ReadonlyMap<string, number>,
): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  const groupOf = new Map<string, string>();
  const sizeOf = (group: string): number => groups.get(group)?.length ?? 0;
  for (const { id } of [...settled].sort(bySettling)) {
    const { group, absorbs } = placeInGroup(id, nearGroups(relevantTo(id), groupOf, sizeOf));
    const members = groups.get(group) ?? [];
    for (const absorbed of absorbs) {
      members.push(...(groups.get(absorbed) ?? []));
      groups.delete(absorbed);
    }
    members.push(id);
    groups.set(group, members);
    for (const member of members) groupOf.set(member, group);
  }
  return groups;
}

export function nearGroups(
  relevant: ReadonlyMap<string, number>,
  groupOf: ReadonlyMap<string, string>,
  sizeOf: (group: string) => number,
): NearGroup[] {
  const near = new Map<string, number[]>();
  for (const [id, relevance] of relevant) {
    const group = groupOf.get(id);
    if (group !== undefined) near.set(group, [...(near.get(group) ?? []), relevance]);
  }
  return [...near].map(([id, relevances]) => ({ id, size: sizeOf(id), relevances }));
}

const bySettling = (a: SettledDecision, b: SettledDecision): number =>
  a.settledAt.getTime() - b.settledAt.getTime() || (a.id < b.id ? -1 : 1);
