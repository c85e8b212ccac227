import { answerItemCall } from "./answer-item.ts";
import { approveLinkCall } from "./approve-link.ts";
import { calibrationCall } from "./calibration.ts";
import { captureDecisionCall } from "./capture-decision.ts";
import { causalChainCall } from "./causal-chain.ts";
import { checkHealthCall } from "./check-health.ts";
import { createKeyCall } from "./create-key.ts";
import { editDecisionCall } from "./edit-decision.ts";
import { getAuditEntryCall } from "./get-audit-entry.ts";
import { getDecisionCall } from "./get-decision.ts";
import { getFiguresCall } from "./get-figures.ts";
import { getSkillCall } from "./get-skill.ts";
import { getTeamCall } from "./get-team.ts";
import { getThreatCall } from "./get-threat.ts";
import { getWarningsCall } from "./get-warnings.ts";
import { graphCall } from "./graph.ts";
import { linkDecisionsCall, rejectLinkCall } from "./link-decisions.ts";
import { listAuditCall } from "./list-audit.ts";
import { listCheckpointsCall } from "./list-checkpoints.ts";
import { listConflictsCall } from "./list-conflicts.ts";
import { listDecisionsCall } from "./list-decisions.ts";
import { listDomainsCall } from "./list-domains.ts";
import { listGuidanceCall } from "./list-guidance.ts";
import { listKeysCall } from "./list-keys.ts";
import { listMembersCall } from "./list-members.ts";
import { listSkillsCall } from "./list-skills.ts";
import { listThreatsCall } from "./list-threats.ts";
import { listToldCall } from "./list-told.ts";
import { judgeAssumptionCall, noteDecisionCall } from "./note-decision.ts";
import type { PageCall } from "./page-call.ts";
import { putBackCandidateCall } from "./put-back-candidate.ts";
import { queryThreatsCall } from "./query-threats.ts";
import { recordOutcomeCall, reopenDecisionCall } from "./record-outcome.ts";
import { restoreDecisionCall, retractDecisionCall } from "./retract-decision.ts";
import { revokeKeyCall } from "./revoke-key.ts";
import { rotateKeyCall } from "./rotate-key.ts";
import { searchDecisionsCall } from "./search-decisions.ts";
import { supersedeByCall, supersedeDecisionCall } from "./supersede-decision.ts";
import { countWaitingCall, todayCall } from "./today.ts";
import { verifyAuditCall } from "./verify-audit.ts";

/** What the page can ask for, by name. The browser takes the types of arguments and results from here. */
export const PAGE_CALLS = {
  "answer-item": answerItemCall,
  "approve-link": approveLinkCall,
  calibration: calibrationCall,
  "capture-decision": captureDecisionCall,
  "causal-chain": causalChainCall,
  "check-health": checkHealthCall,
  "count-waiting": countWaitingCall,
  "create-key": createKeyCall,
  "edit-decision": editDecisionCall,
  "get-audit-entry": getAuditEntryCall,
  "get-decision": getDecisionCall,
  "get-figures": getFiguresCall,
  "get-skill": getSkillCall,
  "get-team": getTeamCall,
  "get-threat": getThreatCall,
  "get-warnings": getWarningsCall,
  graph: graphCall,
  "judge-assumption": judgeAssumptionCall,
  "link-decisions": linkDecisionsCall,
  "list-audit": listAuditCall,
  "list-checkpoints": listCheckpointsCall,
  "list-conflicts": listConflictsCall,
  "list-decisions": listDecisionsCall,
  "list-domains": listDomainsCall,
  "list-guidance": listGuidanceCall,
  "list-keys": listKeysCall,
  "list-members": listMembersCall,
  "list-skills": listSkillsCall,
  "list-threats": listThreatsCall,
  "list-told": listToldCall,
  "note-decision": noteDecisionCall,
  "put-back-candidate": putBackCandidateCall,
  "query-threats": queryThreatsCall,
  "record-outcome": recordOutcomeCall,
  "reject-link": rejectLinkCall,
  "reopen-decision": reopenDecisionCall,
  "restore-decision": restoreDecisionCall,
  "retract-decision": retractDecisionCall,
  "revoke-key": revokeKeyCall,
  "rotate-key": rotateKeyCall,
  "search-decisions": searchDecisionsCall,
  "supersede-by": supersedeByCall,
  "supersede-decision": supersedeDecisionCall,
  today: todayCall,
  "verify-audit": verifyAuditCall,
} as const satisfies { readonly [N in string]: PageCall<N> };

export type PageCalls = typeof PAGE_CALLS;
export type PageCallName = keyof PageCalls;

export const findPageCall = (name: string): PageCall | undefined =>
  Object.hasOwn(PAGE_CALLS, name) ? (PAGE_CALLS[name as PageCallName] as unknown as PageCall) : undefined;
