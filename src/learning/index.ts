export {
  analyzeDecision,
  getCausalChain,
  MOST_STEPS,
  type StepWithSkill,
} from "./operations/analyze-decision.ts";
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
export type { Anomaly, AnomalyKind, AnomalyStore } from "./rules/anomaly.ts";
export { type DecisionGraphStore, GRAPH_RELATIONS } from "./rules/decision-graph.ts";
export type { Guidance, GuidanceObservation, GuidanceStore, Verdict } from "./rules/guidance.ts";
export { SKILL_KINDS, SKILL_STAGES, type SkillKind, type SkillStage } from "./rules/skill.ts";
export type { SkillStore } from "./rules/skill-store.ts";
export type { ExposureObservation, TrialEffect } from "./rules/skill-trial.ts";
export type { TrackRecord, WayRecord } from "./rules/track-record.ts";
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
export { sqliteAnomalies } from "./sql/anomalies.ts";
export { sqliteDecisionGraph } from "./sql/decision-graph.ts";
export {
  addGuidance,
  forgetGuidance,
  forgetGuidanceWith,
  guidanceOf,
  sqliteGuidance,
} from "./sql/guidance.ts";
export { followOutcome, groupIdOf, recountSkill } from "./sql/skill-rows.ts";
export { exposeSkills, sqliteSkills } from "./sql/skills.ts";
