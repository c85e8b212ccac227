import type { Decision } from "../../domain/decisions/decision.ts";
import { type Link, PROPOSABLE_RELATIONS } from "../../domain/links/link.ts";
import { type ChainStep, chainOf } from "../recall/causal-chain.ts";
import type { Call } from "../shared/operation.ts";
import type { GuidanceDeps } from "./deps.ts";
import { isNotDraft } from "./find-precedents.ts";

const MOST_CHAINS = 3;
const MOST_STEPS = 5;
const MOST_RELATED = 10;

export interface CausalChain {
  /** Oldest first. */
  readonly steps: readonly ChainStep[];
}

export interface RelatedDecision {
  readonly link: Link;
  /** The decision at the other end of the link. */
  readonly decision: Decision;
}

/** The chains of replacements and outcomes around decisions. A decision with neither has no chain worth showing. */
export async function chainsOf(decisions: readonly Decision[], deps: GuidanceDeps): Promise<CausalChain[]> {
  const chains: CausalChain[] = [];
  const covered = new Set<string>();
  for (const decision of decisions) {
    const { id, outcome, supersedes, supersededBy } = decision;
    if (chains.length === MOST_CHAINS) break;
    if (covered.has(id) || (!outcome && supersedes.length + supersededBy.length === 0)) continue;
    const { steps } = await chainOf(decision, MOST_STEPS, deps);
    const visible = steps.filter((step) => isNotDraft(step.decision));
    for (const step of visible) covered.add(step.decision.id);
    chains.push({ steps: visible });
  }
  return chains;
}

/** Decisions that approved links connect with these. */
export async function relatedTo(
  decisions: readonly Decision[],
  { store }: Pick<GuidanceDeps, "store">,
  { scope }: Pick<Call, "scope">,
): Promise<RelatedDecision[]> {
  const known = new Set(decisions.map(({ id }) => id));
  const links = await store.linksOf(scope, [...known], PROPOSABLE_RELATIONS, ["active"], MOST_RELATED);
  // Nobody approved links that a machine made.
  const approved = links.filter(({ origin }) => origin !== "auto");
  const ends = approved.map((link) => ({ link, other: known.has(link.from) ? link.to : link.from }));
  const others = await store.decisionsById(
    scope,
    ends.map(({ other }) => other),
  );
  const byId = new Map(others.map((decision) => [decision.id, decision]));
  return ends.flatMap(({ link, other }) => {
    const decision = byId.get(other);
    return decision && isNotDraft(decision) ? [{ link, decision }] : [];
  });
}
