import type { Entropy } from "../../shared/ports.ts";
import type { CoreDeps } from "../../store/operations/core-deps.ts";
import type { Signatures } from "../rules/signatures.ts";
import type { TeamLog } from "../rules/team-log.ts";
import type { MemoryMark, TeamSecrets } from "../rules/team-secrets.ts";
import type { TeamSync } from "./team-sync.ts";

/** Connects to the graph at an address with user and password. What it needs is loaded then. */
export type OpenTeamLog = (url: string, graph: string) => Promise<TeamLog>;

export interface TeamDeps extends CoreDeps {
  readonly openTeamLog: OpenTeamLog;
  readonly teamSecrets: TeamSecrets;
  readonly signatures: Signatures;
  readonly memoryMark: MemoryMark;
  readonly entropy: Entropy;
  readonly team: TeamSync;
  /** The server that the settings name, for who does not name another one. */
  readonly graphUrl?: string | undefined;
}
