/** What most programs never need, in one piece that is loaded with its first use: the start is faster without it. */

export { sqlitePageSessions } from "../access/index.ts";
export { sqliteOutcomeGroups } from "../calibration/index.ts";
export { sqliteDecisionGraph } from "../learning/index.ts";
export { sqliteCorrections, sqliteMoving } from "../portability/index.ts";
export { checkCoverage, HASHED_TEXTS, lacksPages, rebuildDerived } from "../repair/index.ts";
export { sqliteAnchors, sqliteDeliveries, sqliteReports } from "../repository/index.ts";
export { verifyAuditLog } from "../store/log/verify-audit.ts";
export { sqliteTeams } from "../team/index.ts";
