import { answerItemCall, putBackCandidateCall } from "./answers.ts";
import { getAuditEntryCall, listAuditCall, verifyAuditCall } from "./audit.ts";
import { calibrationCall } from "./calibration.ts";
import {
  captureDecisionCall,
  editDecisionCall,
  judgeAssumptionCall,
  noteDecisionCall,
  recordOutcomeCall,
  reopenDecisionCall,
  restoreDecisionCall,
  retractDecisionCall,
  supersedeByCall,
  supersedeDecisionCall,
} from "./decision-acts.ts";
import { listDecisionsCall, listDomainsCall, searchDecisionsCall } from "./decisions.ts";
import { getDecisionCall } from "./get-decision.ts";
import { causalChainCall, graphCall } from "./graph.ts";
import { checkHealthCall, getFiguresCall } from "./health.ts";
import { createKeyCall, listKeysCall, revokeKeyCall, rotateKeyCall } from "./keys.ts";
import { approveLinkCall, linkDecisionsCall, listConflictsCall, rejectLinkCall } from "./links.ts";
import type { PageCall } from "./page-call.ts";
import { listCheckpointsCall, listRemindersCall } from "./sessions.ts";
import { getSkillCall, listSkillsCall } from "./skills.ts";
import { getTeamCall, listMembersCall } from "./team.ts";
import { getThreatCall, listThreatsCall, queryThreatsCall } from "./threats.ts";
import { countWaitingCall, todayCall } from "./today.ts";
import { getWarningsCall, listGuidanceCall } from "./warnings.ts";

/** The calls of the page by name. The browser takes the types of arguments and results from here. */
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
  "list-told": listRemindersCall,
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
