import type { Decision } from "../../domain/decisions/decision.ts";
import { type Link, PROPOSABLE_RELATIONS } from "../../domain/links/link.ts";
import type { Call, Deps } from "../shared/operation.ts";

/** Of one answer: enough to see what a topic is tied to. */
const MOST_LINKS = 50;

/** A link in force, seen from the decisions that were asked about. */
export interface SemanticLink {
  readonly link: Link;
  /** The decision at the other end. */
  readonly other: Decision;
}

/** What refines and contradicts the decisions, and what they refine and contradict, the newest first. */
export async function semanticLinks(
  decisions: readonly Decision[],
  { store }: Pick<Deps, "store">,
  { scope }: Pick<Call, "scope">,
): Promise<SemanticLink[]> {
  const own = new Set(decisions.map(({ id }) => id));
  if (own.size === 0) return [];
  const touching = await store.linksOf([...own], PROPOSABLE_RELATIONS, ["active"], MOST_LINKS);
  const otherEnd = ({ from, to }: Link): string => (own.has(from) ? to : from);
  const others = await store.decisionsById(scope, [...new Set(touching.map(otherEnd))]);
  const byId = new Map(others.map((other) => [other.id, other]));
  return touching.flatMap((link) => {
    const other = byId.get(otherEnd(link));
    return other ? [{ link, other }] : [];
  });
}
