import { answerItemCall } from "./answer-item.ts";
import { approveLinkCall } from "./approve-link.ts";
import { calibrationCall } from "./calibration.ts";
import { captureDecisionCall } from "./capture-decision.ts";
import { causalChainCall } from "./causal-chain.ts";
import { editDecisionCall } from "./edit-decision.ts";
import { getDecisionCall } from "./get-decision.ts";
import { graphCall } from "./graph.ts";
import { linkDecisionsCall, rejectLinkCall } from "./link-decisions.ts";
import { listConflictsCall } from "./list-conflicts.ts";
import { listDecisionsCall } from "./list-decisions.ts";
import { listDomainsCall } from "./list-domains.ts";
import { judgeAssumptionCall, noteDecisionCall } from "./note-decision.ts";
import type { PageCall } from "./page-call.ts";
import { putBackCandidateCall } from "./put-back-candidate.ts";
import { recordOutcomeCall, reopenDecisionCall } from "./record-outcome.ts";
import { restoreDecisionCall, retractDecisionCall } from "./retract-decision.ts";
import { searchDecisionsCall } from "./search-decisions.ts";
import { supersedeByCall, supersedeDecisionCall } from "./supersede-decision.ts";
import { countWaitingCall, todayCall } from "./today.ts";

/** What the page can ask for, by name. The browser takes the types of arguments and results from here. */
export const PAGE_CALLS = {
  "approve-link": approveLinkCall,
  calibration: calibrationCall,
  "causal-chain": causalChainCall,
  "answer-item": answerItemCall,
  "capture-decision": captureDecisionCall,
  "count-waiting": countWaitingCall,
  "edit-decision": editDecisionCall,
  "judge-assumption": judgeAssumptionCall,
  "link-decisions": linkDecisionsCall,
  "note-decision": noteDecisionCall,
  "put-back-candidate": putBackCandidateCall,
  "record-outcome": recordOutcomeCall,
  "reject-link": rejectLinkCall,
  "reopen-decision": reopenDecisionCall,
  "restore-decision": restoreDecisionCall,
  "retract-decision": retractDecisionCall,
  "supersede-by": supersedeByCall,
  "supersede-decision": supersedeDecisionCall,
  today: todayCall,
  "get-decision": getDecisionCall,
  graph: graphCall,
  "list-conflicts": listConflictsCall,
  "list-decisions": listDecisionsCall,
  "list-domains": listDomainsCall,
  "search-decisions": searchDecisionsCall,
} as const satisfies { readonly [N in string]: PageCall<N> };

export type PageCalls = typeof PAGE_CALLS;
export type PageCallName = keyof PageCalls;

export const findPageCall = (name: string): PageCall | undefined =>
  Object.hasOwn(PAGE_CALLS, name) ? (PAGE_CALLS[name as PageCallName] as unknown as PageCall) : undefined;
