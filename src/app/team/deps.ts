import type { ChangeFeed } from "../../domain/log/change-feed.ts";
import type { Entropy } from "../../domain/shared/ports.ts";
import type { Signatures } from "../../domain/team/signatures.ts";
import type { TeamLog } from "../../domain/team/team-log.ts";
import type { MemoryMark, TeamSecrets } from "../../domain/team/team-secrets.ts";
import type { TeamStore } from "../../domain/team/team-store.ts";
import type { CoreDeps } from "../shared/core-deps.ts";
import type { TeamSync } from "./team-sync.ts";

/** Connects to the graph at an address with user and password. What it needs is loaded then. */
export type OpenTeamLog = (url: string, graph: string) => Promise<TeamLog>;

export interface TeamDeps extends CoreDeps {
  readonly store: TeamStore & Pick<ChangeFeed, "position">;
  readonly openTeamLog: OpenTeamLog;
  readonly teamSecrets: TeamSecrets;
  readonly signatures: Signatures;
  readonly memoryMark: MemoryMark;
  readonly entropy: Entropy;
  readonly team: TeamSync;
  /** The server that the settings name, for who does not name another one. */
  readonly graphUrl?: string | undefined;
}
