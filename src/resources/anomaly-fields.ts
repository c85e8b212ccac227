import type { Anomaly } from "../domain/anomalies/anomaly.ts";
import { noticeText, type Wording } from "../tools/wording.ts";
import type { JsonObject } from "./resource.ts";

export function anomalyFields(
  { kind, severity, domain, what, figures, decisions, nextStep }: Anomaly,
  wording: Wording,
): JsonObject {
  return {
    kind,
    severity,
    ...(domain !== undefined && { domain }),
    what,
    evidence: { ...figures, decision_ids: [...decisions] },
    next_step: noticeText(nextStep, wording),
  };
}
