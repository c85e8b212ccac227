import type { RecallDeps } from "../../recall/index.ts";
import type { ThreatKnowledge } from "../rules/threat.ts";

export interface ThreatDeps extends Pick<RecallDeps, "meaning" | "log"> {
  /** Read on first use. */
  readonly threats: ThreatKnowledge;
}
