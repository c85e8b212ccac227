/** Lists links: those that wait for a person, contradictions in force, and what is linked to given decisions. */

import * as z from "zod";
import { DecisionRef } from "../../shared/ids.ts";
import { type Call, defineOperation } from "../../shared/operations/operation.ts";
import type { Scope } from "../../shared/scope.ts";
import type { Decision } from "../rules/decision.ts";
import { type Link, PROPOSABLE_RELATIONS } from "../rules/link.ts";
import { decisionsById } from "../sql/decisions.ts";
import { contradictions, linksOf, pendingLinks } from "../sql/links.ts";
import type { LinkDeps } from "./deps.ts";
import { findConflicts } from "./propose-links.ts";
import { requireDecision } from "./read-decisions.ts";

export interface PendingLink {
  readonly link: Link;
  readonly from: Decision;
  readonly to: Decision;
  /** Links in force between the same two decisions with another relation. */
  readonly conflicts: readonly Link[];
}

export const listPendingLinks = defineOperation({
  name: "list-pending-links",
  summary: "Links that wait for a person, with both decisions and what speaks against them.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({
    from: DecisionRef.optional(),
    to: DecisionRef.optional(),
    limit: z.number().int().min(1).max(500).default(50),
  }),
  async run({ from, to, limit }, deps: LinkDeps, call) {
    const ends = { from: await idOf(from, deps, call), to: await idOf(to, deps, call) };
    const { items, total } = await pendingLinks(deps.memory, call.scope, ends, limit);
    const ids = [...new Set(items.flatMap((link) => [link.from, link.to]))];
    const decisions = new Map(
      (await decisionsById(deps.memory, call.scope, ids)).map((one) => [one.id, one]),
    );
    const pending: PendingLink[] = [];
    for (const link of items) {
      const [source, target] = [decisions.get(link.from), decisions.get(link.to)];
      // A decision may have been erased since the links were listed.
      if (source && target)
        pending.push({ link, from: source, to: target, conflicts: await findConflicts(link, deps) });
    }
    return { pending, total };
  },
});

async function idOf(ref: string | undefined, deps: LinkDeps, { scope }: Call): Promise<string | undefined> {
  return ref === undefined ? undefined : (await requireDecision(deps, scope, ref)).id;
}

interface Contradiction {
  readonly link: Link;
  readonly from: Decision;
  readonly to: Decision;
}

export const listContradictions = defineOperation({
  name: "list-contradictions",
  summary: "Decisions that contradict each other and both hold, the newest first.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({ limit: z.number().int().min(1).max(500).default(50) }),
  async run({ limit }, { memory }: LinkDeps, { scope }): Promise<readonly Contradiction[]> {
    const links = await contradictions(memory, scope, limit);
    const ids = [...new Set(links.flatMap(({ from, to }) => [from, to]))];
    const decisions = new Map((await decisionsById(memory, scope, ids)).map((one) => [one.id, one]));
    return links.flatMap((link) => {
      const [from, to] = [decisions.get(link.from), decisions.get(link.to)];
      return from && to ? [{ link, from, to }] : [];
    });
  },
});

/** Per answer: enough to see how a topic is connected. */
const MOST_LINKS = 50;

/** A link in force, seen from one of the given decisions. */
export interface SemanticLink {
  readonly link: Link;
  /** The decision at the other end. */
  readonly other: Decision;
}

/** The links of these decisions that somebody proposed, in both directions, newest first. */
export async function semanticLinks(
  decisions: readonly Decision[],
  scope: Scope,
  { memory }: Pick<LinkDeps, "memory">,
): Promise<SemanticLink[]> {
  const ownIds = new Set(decisions.map(({ id }) => id));
  if (ownIds.size === 0) return [];
  const touching = await linksOf(memory, scope, [...ownIds], PROPOSABLE_RELATIONS, ["active"], MOST_LINKS);
  const otherEnd = ({ from, to }: Link): string => (ownIds.has(from) ? to : from);
  const others = await decisionsById(memory, scope, [...new Set(touching.map(otherEnd))]);
  const byId = new Map(others.map((other) => [other.id, other]));
  return touching.flatMap((link) => {
    const other = byId.get(otherEnd(link));
    return other ? [{ link, other }] : [];
  });
}
