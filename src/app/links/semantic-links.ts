import type { Decision } from "../../domain/decisions/decision.ts";
import { type Link, PROPOSABLE_RELATIONS } from "../../domain/links/link.ts";
import type { Scope } from "../../domain/shared/scope.ts";
import type { LinkDeps } from "./deps.ts";

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
  { store }: Pick<LinkDeps, "store">,
): Promise<SemanticLink[]> {
  const ownIds = new Set(decisions.map(({ id }) => id));
  if (ownIds.size === 0) return [];
  const touching = await store.linksOf(scope, [...ownIds], PROPOSABLE_RELATIONS, ["active"], MOST_LINKS);
  const otherEnd = ({ from, to }: Link): string => (ownIds.has(from) ? to : from);
  const others = await store.decisionsById(scope, [...new Set(touching.map(otherEnd))]);
  const byId = new Map(others.map((other) => [other.id, other]));
  return touching.flatMap((link) => {
    const other = byId.get(otherEnd(link));
    return other ? [{ link, other }] : [];
  });
}
