import type { Anomaly } from "../domain/anomalies/anomaly.ts";
import type { JsonObject } from "./resource.ts";

export function anomalyFields({
  kind,
  severity,
  domain,
  what,
  figures,
  decisions,
  nextStep,
}: Anomaly): JsonObject {
  return {
    kind,
    severity,
    ...(domain !== undefined && { domain }),
    what,
    evidence: { ...figures, decision_ids: [...decisions] },
    next_step: nextStep,
  };
}
