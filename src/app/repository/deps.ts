import type { ReportStore } from "../../domain/repository/report-store.ts";
import type { Checkout } from "../../domain/shared/ports.ts";
import type { DecisionDeps } from "../decisions/deps.ts";

export interface RepositoryDeps extends DecisionDeps {
  readonly store: DecisionDeps["store"] & ReportStore;
  /** The repository of the called project. */
  readonly checkout: Checkout;
}
