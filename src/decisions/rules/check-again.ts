/** Why a decision should be looked at again: what became of it, or of what it depends on. */

import { Fault } from "../../shared/errors.ts";
import type { Screened } from "../../shared/text.ts";
import { type Assumption, assumptionsIn } from "./assumption.ts";
import type { Decision, Standing } from "./decision.ts";
import { type Link, linkSentence } from "./link.ts";
import { hasFailed } from "./outcome.ts";

/** Why a decision should be looked at again. The last three follow from the code, the others from the memory. */
export const CHECK_REASONS = [
  "replaced",
  "retracted",
  "failed",
  "assumption",
  "anchor-changed",
  "anchor-gone",
  "dependency-gone",
] as const;
export type CheckReason = (typeof CHECK_REASONS)[number];

/** One cause. It is computed when a decision is read and changes nothing about it, so it ends when its cause does. */
export interface CheckAgain {
  readonly because: CheckReason;
  /** The ids from the decision to the one with the cause; itself alone if the cause is its own. */
  readonly path: readonly string[];
  /** What it is about, in stored words: the assumption that is false, the file or the package that changed or is gone. */
  readonly about?: Screened | undefined;
  /** The id of that assumption. */
  readonly assumption?: string | undefined;
  /** The decisions that replaced the one at the end of the path. */
  readonly replacedBy?: readonly string[] | undefined;
}

/** By the id of the decision, the nearest cause first. Decisions that need no look are not in it. */
export type CheckAgainById = ReadonlyMap<string, readonly CheckAgain[]>;

/** The facts of a decision that may be a cause for those that depend on it. */
export interface Foundation {
  readonly id: string;
  readonly standing: Standing;
  readonly failed: boolean;
  readonly replacedBy: readonly string[];
  readonly falseAssumptions: readonly Pick<Assumption, "id" | "text">[];
  /** Whether it is a duplicate that was merged: then it was not replaced, and rests on the one that was kept. */
  readonly merged: boolean;
}

/** `from` depends on another decision, by a link in force that somebody vouched for or because it was merged into it. */
export interface Dependence {
  readonly from: string;
  readonly on: Foundation;
}

export const foundationOf = (decision: Decision, merged = false): Foundation => ({
  id: decision.id,
  standing: decision.standing,
  failed: hasFailed(decision),
  replacedBy: decision.supersededBy,
  falseAssumptions: falseIn(assumptionsIn(decision)),
  merged,
});

/** A doubtful assumption is shown with its decision and is no cause. */
export const falseIn = (
  assumptions: readonly Pick<Assumption, "id" | "text" | "state">[],
): Foundation["falseAssumptions"] =>
  assumptions.filter(({ state }) => state === "false").map(({ id, text }) => ({ id, text }));

/** What was replaced or retracted holds no more, so there is nothing to check about it. */
export const mayBeCheckedAgain = ({ standing }: Pick<Decision, "standing">): boolean =>
  standing === "active" || standing === "draft";

/**
 * The causes of each decision: false assumptions of its own, and what became of those that it depends on, over however
 * many others. Every cause has the shortest path to it. Circles end where they began.
 */
export function checkAgain(
  decisions: readonly Foundation[],
  dependences: readonly Dependence[],
): CheckAgainById {
  const dependsOn = dependencesFrom(dependences);
  return new Map(
    decisions
      .filter(mayBeCheckedAgain)
      .map((decision) => [decision.id, causesOf(decision, dependsOn)] as const)
      .filter(([, causes]) => causes.length > 0),
  );
}

/** By the id of the decision that depends on them, in the order of their ids. */
function dependencesFrom(dependences: readonly Dependence[]): ReadonlyMap<string, readonly Foundation[]> {
  const dependsOn = new Map<string, Foundation[]>();
  for (const { from, on } of dependences) {
    const known = dependsOn.get(from);
    if (known) known.push(on);
    else dependsOn.set(from, [on]);
  }
  for (const ends of dependsOn.values()) ends.sort((a, b) => (a.id < b.id ? -1 : 1));
  return dependsOn;
}

function causesOf(
  decision: Foundation,
  dependsOn: ReadonlyMap<string, readonly Foundation[]>,
): readonly CheckAgain[] {
  const causes = falseAssumptions(decision, [decision.id]);
  const before = new Map<string, string | undefined>([[decision.id, undefined]]);
  // A map takes up what is added while it is walked through, so the nearest come first.
  for (const id of before.keys())
    for (const next of dependsOn.get(id) ?? []) {
      if (before.has(next.id)) continue;
      before.set(next.id, id);
      if (isSound(next)) continue;
      causes.push(...causesAt(next, pathTo(next.id, before)));
    }
  return causes;
}

/** The ids that a search came along, from where it began. */
function pathTo(end: string, before: ReadonlyMap<string, string | undefined>): string[] {
  const path: string[] = [];
  for (let at: string | undefined = end; at !== undefined; at = before.get(at)) path.push(at);
  return path.reverse();
}

const isSound = (foundation: Foundation): boolean => causesAt(foundation, []).length === 0;

function causesAt(foundation: Foundation, path: readonly string[]): CheckAgain[] {
  const { standing, replacedBy, failed, merged } = foundation;
  return [
    ...(standing === "superseded" && !merged ? [{ because: "replaced" as const, path, replacedBy }] : []),
    ...(standing === "deprecated" ? [{ because: "retracted" as const, path }] : []),
    ...(failed ? [{ because: "failed" as const, path }] : []),
    ...falseAssumptions(foundation, path),
  ];
}

const falseAssumptions = ({ falseAssumptions }: Foundation, path: readonly string[]): CheckAgain[] =>
  falseAssumptions.map(({ id, text }) => ({ because: "assumption", path, about: text, assumption: id }));

/** Causes that were found in different ways, the nearest first. */
export function joinCauses(...origins: readonly CheckAgainById[]): CheckAgainById {
  const joined = new Map<string, CheckAgain[]>();
  for (const origin of origins)
    for (const [id, causes] of origin) joined.set(id, [...(joined.get(id) ?? []), ...causes]);
  for (const causes of joined.values()) causes.sort((a, b) => a.path.length - b.path.length);
  return joined;
}

/** The ids along which one decision depends on another; undefined if it does not. */
function pathBetween(from: string, to: string, dependences: readonly Dependence[]): string[] | undefined {
  const dependsOn = dependencesFrom(dependences);
  const before = new Map<string, string | undefined>([[from, undefined]]);
  for (const id of before.keys())
    for (const next of dependsOn.get(id) ?? []) if (!before.has(next.id)) before.set(next.id, id);
  return before.has(to) ? pathTo(to, before) : undefined;
}

/**
 * Nothing can rest on what rests on it. Circles are refused where a person approves; what other machines and imports bring
 * may have some, and is read all the same. `dependences` are those that begin at the end of the link.
 */
export function requireNoCircle(link: Link, dependences: readonly Dependence[]): void {
  if (link.relation !== "depends_on") return;
  const path = pathBetween(link.to, link.from, dependences);
  if (!path) return;
  throw new Fault(
    "conflict",
    `${linkSentence(link)} would close a circle: ${path.join(" depends on ")} already.`,
    {
      reason: "closes_circle",
      received: link.id,
      hint: "Nothing was changed. Either it or one of those links is wrong about what rests on what.",
      remedies: [{ remedy: "reject-pending-link" }],
    },
  );
}
