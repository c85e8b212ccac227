import type { DecisionDeps, DecisionStore } from "../../decisions/index.ts";
import type { CoreDeps } from "../../shared/operations/core-deps.ts";
import type { Checkout } from "../../shared/ports.ts";
import type { AnchorStore } from "../rules/anchor-state.ts";
import type { ReportStore } from "../rules/report.ts";
import type { Following } from "./follow-anchors.ts";

/** What following and checking places needs. */
export interface AnchorDeps extends CoreDeps {
  readonly store: AnchorStore & Pick<DecisionStore, "decisionsById">;
  /** The repository of the called project. It reports no history if the working directory belongs to another project. */
  readonly checkout: Checkout;
  readonly following: Following;
}

export interface RepositoryDeps extends AnchorDeps, DecisionDeps {
  readonly store: DecisionDeps["store"] & AnchorStore & ReportStore;
}
