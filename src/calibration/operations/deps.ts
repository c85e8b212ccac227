import type { BetaMath } from "../../shared/ports.ts";
import type { CoreDeps } from "../../store/operations/core-deps.ts";

export interface CalibrationDeps extends CoreDeps {
  /** Loaded on first use. */
  readonly betaMath: () => Promise<BetaMath>;
}
