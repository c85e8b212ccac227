export { loadBetaMath } from "./beta.ts";
export { type CountedRate, chartCalibration } from "./operations/chart-calibration.ts";
export type { CalibrationDeps } from "./operations/deps.ts";
export {
  getCalibration,
  judgeTeam,
  listCalibrations,
  readRecalibration,
} from "./operations/get-calibration.ts";
export { getStats } from "./operations/get-stats.ts";
export {
  BINS,
  type BinSums,
  binOf,
  calibrate,
  countWords,
  credibleInterval,
  MIN_OUTCOMES,
  type OutcomeCounts,
  OVERALL_RATINGS,
  posterior,
  type Sums,
  type Tally,
  type TallyStore,
  TRENDS,
} from "./rules/calibration.ts";
export type { OutcomeGroupStore } from "./rules/calibration-chart.ts";
export {
  adviceOn,
  CALIBRATION_STATUSES,
  type CalibrationStatus,
  type ConfidenceJudgement,
  ENOUGH_OUTCOMES,
  isWorthAWord,
  judgeConfidence,
  MIN_DIFFERENCE,
} from "./rules/confidence-advice.ts";
export {
  type ConfidenceEvidence,
  type Recommendation,
  recalibrationOf,
  recommendationOf,
} from "./rules/recalibration.ts";
export type {
  DailyUsage,
  MemoryStats,
  MetricsPage,
  MetricsReport,
  StatsStore,
  TeamLag,
} from "./rules/stats.ts";
export { sqliteOutcomeGroups } from "./sql/outcome-groups.ts";
export { sqliteStats } from "./sql/stats.ts";
export { authorKeyOf, dueCondition, dueCount, sqliteTallies, tallyOf } from "./sql/tallies.ts";
export { addToTally, type CountedOutcome, rebuildTallies, removeFromTally } from "./sql/tally-changes.ts";
