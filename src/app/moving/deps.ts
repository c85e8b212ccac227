import type { GuidanceStore } from "../../domain/guidance/guidance-store.ts";
import type { PeopleStore } from "../../domain/log/people-store.ts";
import type { ExternalFiles } from "../../domain/moving/external-files.ts";
import type { AdrFileStore, ExportStore, ImportStore } from "../../domain/moving/import-store.ts";
import type { ProposalStore } from "../../domain/proposals/proposal-store.ts";
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
    Pick<ProposalStore, "listProposals">;
  readonly externalFiles: ExternalFiles;
}
