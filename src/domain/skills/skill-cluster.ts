import { MIN_OUTCOMES } from "../calibration/calibration.ts";
import { skillIdOf } from "./skill.ts";

/** A group that has decisions relevant to the one to be placed. */
export interface NearGroup {
  readonly id: string;
  readonly size: number;
  /** Of its decisions that are relevant, how much. */
  readonly relevances: readonly number[];
}

export interface Place {
  /** The group it belongs to; a new one where it fits nowhere. */
  readonly group: string;
  /** Groups that turned out to be the same one. */
  readonly absorbs: readonly string[];
}

/** Of a large group so many speak for all: a search finds no more of it. */
const SPEAKERS = 20;

/**
 * A decision belongs to the group of which at least half is relevant to it. To be relevant to one decision of a group is
 * not enough, or everything would be joined to everything by small steps. Where several groups fit, the one that is most
 * relevant as a whole takes it, and those of them that are too small to have taught anything become part of it. Groups
 * that have taught something stay apart: a decision in between does not make two experiences one.
 */
export function placeOf(decisionId: string, near: readonly NearGroup[]): Place {
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

/** At least half of a group, as far as it can be asked, is relevant. */
export const isFitting = ({ relevances, size }: NearGroup): boolean =>
  relevances.length * 2 >= Math.min(size, SPEAKERS);

/** The mean relevance, in which what is not relevant counts as nothing. */
function closeness({ relevances, size }: NearGroup): number {
  const speakers = [...relevances].sort((a, b) => b - a).slice(0, SPEAKERS);
  return speakers.reduce((sum, relevance) => sum + relevance, 0) / Math.min(size, SPEAKERS);
}

/** A decision whose outcome is known. */
export interface Settled {
  readonly id: string;
  /** When its first outcome was recorded: what it taught was known from then on. */
  readonly settledAt: Date;
}

/**
 * All groups of a project: each decision is placed among those that were settled before it, so the order they are read in
 * does not matter and the next outcome only adds to what is there. `relevantTo` gives those that are relevant to one.
 */
export function groupAll(
  settled: readonly Settled[],
  relevantTo: (id: string) => ReadonlyMap<string, number>,
): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  const groupOf = new Map<string, string>();
  const sizeOf = (group: string): number => groups.get(group)?.length ?? 0;
  for (const { id } of [...settled].sort(bySettling)) {
    const { group, absorbs } = placeOf(id, nearGroups(relevantTo(id), groupOf, sizeOf));
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

const bySettling = (a: Settled, b: Settled): number =>
  a.settledAt.getTime() - b.settledAt.getTime() || (a.id < b.id ? -1 : 1);
