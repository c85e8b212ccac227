import type { CoreDeps } from "../../shared/operations/core-deps.ts";
import type { BetaMath } from "../../shared/ports.ts";
import type { TallyStore } from "../rules/calibration.ts";
import type { OutcomeGroupStore } from "../rules/calibration-chart.ts";
import type { StatsStore } from "../rules/stats.ts";

export interface CalibrationDeps extends CoreDeps {
  readonly store: TallyStore & StatsStore & OutcomeGroupStore;
  /** Loaded on first use. */
  readonly betaMath: () => Promise<BetaMath>;
}
