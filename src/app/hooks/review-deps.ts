import type { HookStore } from "../../domain/hooks/hook-store.ts";
import type { ReportStore } from "../../domain/repository/report-store.ts";
import type { ContinuityDeps } from "../continuity/deps.ts";
import type { ProposalDeps } from "../proposals/deps.ts";

/** What a person needs to go through what waits: more than a program that handles one event may load. */
export interface ReviewDeps extends ProposalDeps, Omit<ContinuityDeps, "store" | "observations"> {
  readonly store: ProposalDeps["store"] & ContinuityDeps["store"] & HookStore & ReportStore;
  readonly observations: ProposalDeps["observations"] & ContinuityDeps["observations"];
}
