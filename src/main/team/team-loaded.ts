/**
 * What is loaded when a project is shared, in one piece, with what the store loads then: every piece more would divide the
 * start into more files.
 */
export { connectTeamLog, erasureGuard, fileTeamSecrets, teamGuard } from "../../team/index.ts";
export { loadTeamService } from "./team-service.ts";
