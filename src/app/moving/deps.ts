import type { GuidanceStore } from "../../domain/guidance/guidance-store.ts";
import type { HookStore } from "../../domain/hooks/hook-store.ts";
import type { PeopleStore } from "../../domain/log/people-store.ts";
import type { ErasureGuard } from "../../domain/moving/erasure-guard.ts";
import type { ExternalFiles } from "../../domain/moving/external-files.ts";
import type { AdrFileStore, ExportStore, ImportStore } from "../../domain/moving/import-store.ts";
import type { ProposalStore } from "../../domain/proposals/proposal-store.ts";
import type { TeamGuard } from "../../domain/shared/team-guard.ts";
import type { ContinuityDeps } from "../continuity/deps.ts";
import type { RecallDeps } from "../recall/deps.ts";

export interface MovingDeps extends RecallDeps {
  readonly store: RecallDeps["store"] &
    ContinuityDeps["store"] &
    ImportStore &
    ExportStore &
    AdrFileStore &
    PeopleStore &
    Pick<GuidanceStore, "eraseGuidance"> &
    Pick<HookStore, "eraseCandidate"> &
    Pick<ProposalStore, "listProposals">;
  readonly externalFiles: ExternalFiles;
  readonly erasureGuard: ErasureGuard;
  readonly teamGuard: TeamGuard;
}
