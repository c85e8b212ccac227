import type { DecisionDeps } from "../../decisions/index.ts";
import type { Checkout } from "../../shared/ports.ts";
import type { CoreDeps } from "../../store/operations/core-deps.ts";
import type { Following } from "./follow-anchors.ts";

/** What following and checking places needs. */
export interface AnchorDeps extends CoreDeps {
  /** The repository of the called project. It reports no history if the working directory belongs to another project. */
  readonly checkout: Checkout;
  readonly following: Following;
}

export interface RepositoryDeps extends AnchorDeps, DecisionDeps {}
