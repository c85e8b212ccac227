import type { Decision } from "../../domain/decisions/decision.ts";
import type { Link } from "../../domain/links/link.ts";
import { type ChainStep, chainOf } from "../recall/get-causal-chain.ts";
import type { Call, Deps } from "../shared/operation.ts";
import { isSaid } from "./get-warnings.ts";

const MOST_CHAINS = 3;
const MOST_STEPS = 5;
const MOST_RELATED = 10;

export interface CausalChain {
  /** The oldest first. */
  readonly steps: readonly ChainStep[];
}

export interface RelatedDecision {
  readonly link: Link;
  /** The one at the other end. */
  readonly decision: Decision;
}

/** How decisions came about and what came of them; one that replaced nothing and has no outcome tells nothing. */
export async function chainsOf(decisions: readonly Decision[], deps: Deps): Promise<CausalChain[]> {
  const chains: CausalChain[] = [];
  const told = new Set<string>();
  for (const decision of decisions) {
    const { id, outcome, supersedes, supersededBy } = decision;
    if (chains.length === MOST_CHAINS) break;
    if (told.has(id) || (!outcome && supersedes.length + supersededBy.length === 0)) continue;
    const { steps } = await chainOf(decision, MOST_STEPS, deps);
    const said = steps.filter((step) => isSaid(step.decision));
    for (const step of said) told.add(step.decision.id);
    chains.push({ steps: said });
  }
  return chains;
}

/** What a person linked to these decisions. */
export async function relatedTo(
  decisions: readonly Decision[],
  { store }: Pick<Deps, "store">,
  { scope }: Pick<Call, "scope">,
): Promise<RelatedDecision[]> {
  const known = new Set(decisions.map(({ id }) => id));
  const links = await store.linksOf([...known], ["refines", "contradicts"], ["active"], MOST_RELATED);
  // What a machine once linked is nobody's word.
  const approved = links.filter(({ origin }) => origin !== "auto");
  const ends = approved.map((link) => ({ link, other: known.has(link.from) ? link.to : link.from }));
  const others = await store.decisionsById(
    scope,
    ends.map(({ other }) => other),
  );
  const byId = new Map(others.map((decision) => [decision.id, decision]));
  return ends.flatMap(({ link, other }) => {
    const decision = byId.get(other);
    return decision && isSaid(decision) ? [{ link, decision }] : [];
  });
}
