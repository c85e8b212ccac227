import type { OutcomeGroupStore } from "../../domain/calibration/outcome-groups.ts";
import type { StatsStore } from "../../domain/calibration/stats-store.ts";
import type { TallyStore } from "../../domain/calibration/tally-store.ts";
import type { BetaMath } from "../../domain/shared/ports.ts";
import type { CoreDeps } from "../shared/core-deps.ts";

export interface CalibrationDeps extends CoreDeps {
  readonly store: TallyStore & StatsStore & OutcomeGroupStore;
  /** Loaded on first use. */
  readonly betaMath: () => Promise<BetaMath>;
}
