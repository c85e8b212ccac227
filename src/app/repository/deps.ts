import type { DecisionStore } from "../../domain/decisions/decision-store.ts";
import type { AnchorStore } from "../../domain/repository/anchor-store.ts";
import type { ReportStore } from "../../domain/repository/report-store.ts";
import type { Checkout } from "../../domain/shared/ports.ts";
import type { DecisionDeps } from "../decisions/deps.ts";
import type { CoreDeps } from "../shared/core-deps.ts";
import type { Following } from "./following.ts";

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
