import type { ThreatKnowledge } from "../../domain/threats/threat.ts";
import type { RecallDeps } from "../recall/deps.ts";

export interface ThreatDeps extends Pick<RecallDeps, "meaning" | "log"> {
  /** What code of a certain kind tends to get wrong; read when first asked for. */
  readonly threats: ThreatKnowledge;
}
