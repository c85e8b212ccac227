import type { ProposalStore } from "../../domain/proposals/proposal-store.ts";
import type { TeamGuard } from "../../domain/shared/team-guard.ts";
import type { LinkDeps } from "../links/deps.ts";

export interface ProposalDeps extends LinkDeps {
  readonly store: LinkDeps["store"] & ProposalStore;
  readonly teamGuard: TeamGuard;
}
