import type { ProposalStore } from "../../decisions/index.ts";
import type { HookStore } from "../../hooks/index.ts";
import type { GuidanceStore } from "../../learning/index.ts";
import type { RecallDeps } from "../../recall/index.ts";
import type { ContinuityDeps } from "../../sessions/index.ts";
import type { TeamGuard } from "../../shared/team-guard.ts";
import type { PeopleStore } from "../../store/log/people.ts";
import type { LogStore } from "../../store/log/read-log.ts";
import type { ExternalFiles } from "../rules/external-files.ts";
import type { AdrFileStore, ExportStore, ImportStore } from "../rules/import-store.ts";
import type { ErasureGuard } from "../rules/project-store.ts";

export interface MovingDeps extends RecallDeps {
  readonly store: RecallDeps["store"] &
    ContinuityDeps["store"] &
    ImportStore &
    ExportStore &
    AdrFileStore &
    PeopleStore &
    Pick<LogStore, "readLog"> &
    Pick<GuidanceStore, "eraseGuidance"> &
    Pick<HookStore, "eraseCandidate"> &
    Pick<ProposalStore, "listProposals">;
  readonly externalFiles: ExternalFiles;
  readonly erasureGuard: ErasureGuard;
  readonly teamGuard: TeamGuard;
}
