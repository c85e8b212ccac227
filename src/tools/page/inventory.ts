import { calibrationCall } from "./calibration.ts";
import { causalChainCall } from "./causal-chain.ts";
import { getDecisionCall } from "./get-decision.ts";
import { graphCall } from "./graph.ts";
import { listDecisionsCall } from "./list-decisions.ts";
import { listDomainsCall } from "./list-domains.ts";
import type { PageCall } from "./page-call.ts";
import { searchDecisionsCall } from "./search-decisions.ts";

/** What the page can ask for, by name. The browser takes the types of arguments and results from here. */
export const PAGE_CALLS = {
  calibration: calibrationCall,
  "causal-chain": causalChainCall,
  "get-decision": getDecisionCall,
  graph: graphCall,
  "list-decisions": listDecisionsCall,
  "list-domains": listDomainsCall,
  "search-decisions": searchDecisionsCall,
} as const satisfies { readonly [N in string]: PageCall<N> };

export type PageCalls = typeof PAGE_CALLS;
export type PageCallName = keyof PageCalls;

export const findPageCall = (name: string): PageCall | undefined =>
  Object.hasOwn(PAGE_CALLS, name) ? (PAGE_CALLS[name as PageCallName] as unknown as PageCall) : undefined;
