/** What most programs never need, in one piece that is loaded with its first use: the start is faster without it. */

export { sqlitePageSessions } from "./access/page-sessions.ts";
export { sqliteOutcomeGroups } from "./calibration/outcome-groups.ts";
export { sqliteDecisionGraph } from "./guidance/decision-graph.ts";
export { HASHED_TEXTS } from "./hashed-texts.ts";
export { verifyAuditLog } from "./log/verify-audit.ts";
export { sqliteMoving } from "./moving/moving-store.ts";
export { checkCoverage } from "./repair/coverage.ts";
export { sqliteAnchors } from "./repository/anchor-rows.ts";
export { sqliteDeliveries } from "./repository/deliveries.ts";
export { sqliteReports } from "./repository/report-rows.ts";
export { sqliteTeams } from "./team/team-store.ts";
