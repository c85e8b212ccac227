export {
  analyzeDecision,
  getCausalChain,
  MOST_STEPS,
  type StepWithSkill,
} from "./operations/analyze-decision.ts";
export {
  mergeDecisions,
  reopenDecision,
  restoreDecision,
  retractDecision,
} from "./operations/correct-decisions.ts";
export type { AnomalyDeps, GuidanceDeps, SkillDeps } from "./operations/deps.ts";
export {
  type DescribedAntipattern,
  type DescribedSkill,
  type LearnedSkillOrAntipattern,
  skillOf,
} from "./operations/describe-skill.ts";
export type { FoundPrecedent } from "./operations/find-precedents.ts";
export { followGuidance } from "./operations/follow-guidance.ts";
export { getConfidenceGuidance } from "./operations/get-confidence-guidance.ts";
export {
  type CausalChain,
  DEPTHS,
  type DecisionContext,
  getDecisionContext,
  type RelatedDecision,
} from "./operations/get-decision-context.ts";
export { getSkill } from "./operations/get-skill.ts";
export { type AnalysedSkill, getSkills } from "./operations/get-skills.ts";
export { getWarnings, type WarningReport } from "./operations/get-warnings.ts";
export { graphDecisions } from "./operations/graph-decisions.ts";
export {
  groupEmbedded,
  learnFrom,
  mayTeachNow,
  rebuildSkillsOf,
  relearnSkills,
  reviewSkills,
} from "./operations/learn-skills.ts";
export { countWarnings, eraseAllGuidance, listGuidance } from "./operations/list-guidance.ts";
export { type Experience, queryThreats } from "./operations/query-threats.ts";
export { detectAnomalies, reviewPeriod } from "./operations/review-period.ts";
export { shownThreats } from "./operations/shown-threats.ts";
export { tellRepetitions } from "./operations/tell-repetitions.ts";
export {
  EditChanges,
  editDecision,
  Judgement,
  judgeAssumption,
  LinkedCommit,
  LinkedPr,
  updateDecision,
} from "./operations/update-decision.ts";
export type { Anomaly, AnomalyKind } from "./rules/anomaly.ts";
export { GRAPH_RELATIONS } from "./rules/decision-graph.ts";
export type { Guidance, GuidanceObservation, Verdict } from "./rules/guidance.ts";
export { SKILL_KINDS, SKILL_STAGES, type SkillKind, type SkillStage } from "./rules/skill.ts";
export type { ExposureObservation, TrialEffect } from "./rules/skill-trial.ts";
export { countsOf, type TrackRecord, type Way } from "./rules/track-record.ts";
export {
  FIREWALL_STATUSES,
  type FirewallStatus,
  goneAheadOf,
  heededOf,
  undecidedOf,
  WARNING_TYPES,
  type Warning,
  type WarningTotals,
  warningSentences,
} from "./rules/warning.ts";
export { decisionBehind } from "./sql/anomalies.ts";
export {
  decisionMerged,
  decisionRestored,
  mergedWith,
  outcomeReopened,
  settleDecisions,
} from "./sql/correction-changes.ts";
export { decisionEdited, storeEditIn } from "./sql/edit-decision.ts";
export {
  addGuidance,
  eraseGuidance,
  expireGuidance,
  forgetGuidance,
  forgetGuidanceWith,
  type GuidanceRow,
  guidanceOf,
  removeAllGuidance,
  warningTotals,
} from "./sql/guidance.ts";
export { groupIdOf, recountSkill } from "./sql/skill-rows.ts";
export { exposeSkills, projectsWithSkills } from "./sql/skills.ts";
