import "../adapters/sqlite/seldom-used.ts";

/**
 * What is loaded when a project is shared, in one piece, with what the store loads then: every piece more would divide the
 * start into more files.
 */
export { connectTeamLog } from "../adapters/falkordb/team-log.ts";
export { fileTeamSecrets } from "../adapters/files/team-secrets.ts";
export { erasureGuard, teamGuard } from "../app/team/guard-erasure.ts";
export { loadTeamService } from "./team-service.ts";
