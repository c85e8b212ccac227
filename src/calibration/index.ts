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
  calibrate,
  credibleInterval,
  MIN_OUTCOMES,
  OVERALL_RATINGS,
  posterior,
  type Sums,
  type Tally,
  TRENDS,
} from "./rules/calibration.ts";

export {
  adviceOn,
  CALIBRATION_STATUSES,
  type CalibrationStatus,
  type ConfidenceJudgement,
  ENOUGH_OUTCOMES,
  judgeConfidence,
  MIN_DIFFERENCE,
  workedOf,
} from "./rules/confidence-advice.ts";
export type { DailyUsage, MemoryStats, MetricsPage, MetricsReport, TeamLag } from "./rules/stats.ts";
export { authorKeyOf, dueCondition, dueCountIn, readTallies, readTally, tallyOf } from "./sql/tallies.ts";
export { addToTally, type CountedOutcome, rebuildTallies, removeFromTally } from "./sql/tally-changes.ts";
