import type { Antipattern } from "../../domain/decisions/antipattern.ts";
import type { CorrectionStore } from "../../domain/decisions/correction-store.ts";
import type { DecisionStore } from "../../domain/decisions/decision-store.ts";
import type { OutcomeStore } from "../../domain/decisions/outcome-store.ts";
import type { CalibrationDeps } from "../calibration/deps.ts";
import type { DecisionFollowUp } from "./decision-follow-up.ts";

export interface DecisionDeps extends CalibrationDeps {
  readonly store: CalibrationDeps["store"] & DecisionStore & OutcomeStore & CorrectionStore;
  /** The modules that a decision may name. */
  readonly modules: readonly string[];
  /** The antipatterns that come with the program; read on first use. */
  antipatterns(): Promise<readonly Antipattern[]>;
  readonly afterDecision: DecisionFollowUp;
}
