import type { ThreatKnowledge } from "../../domain/threats/threat.ts";
import type { RecallDeps } from "../recall/deps.ts";

export interface ThreatDeps extends Pick<RecallDeps, "meaning" | "log"> {
  /** Read on first use. */
  readonly threats: ThreatKnowledge;
}
