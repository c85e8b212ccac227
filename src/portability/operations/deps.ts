import type { RecallDeps } from "../../recall/index.ts";
import type { TeamGuard } from "../../shared/team-guard.ts";
import type { ExternalFiles } from "../rules/external-files.ts";
import type { ErasureGuard } from "../rules/project-store.ts";

export interface MovingDeps extends RecallDeps {
  readonly externalFiles: ExternalFiles;
  readonly erasureGuard: ErasureGuard;
  readonly teamGuard: TeamGuard;
}
