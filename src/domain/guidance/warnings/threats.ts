import { wholePercent } from "../../shared/percent.ts";
import type { Severity } from "../../shared/severity.ts";
import type { FoundThreat } from "../../threats/threat-index.ts";
import type { Warning } from "../warning.ts";

/** A warning knows three severities. */
const severityOf = ({ threat }: FoundThreat): Severity =>
  threat.severity === "critical" ? "high" : threat.severity;

/** What code that carries out the decision tends to get wrong. It says how to write it, not that it is a bad decision. */
export function likelyThreats(found: readonly FoundThreat[]): Warning[] {
  return found.map((one) => ({
    type: "threat",
    severity: severityOf(one),
    message: `${one.threat.name}. ${one.threat.agent.threat}`,
    evidence: `Threat pattern ${one.threat.id} (${[...one.threat.cwe, ...one.threat.owasp].join(", ")}), relevance ${wholePercent(one.relevance)}`,
    evidenceIds: [one.threat.id],
    quotes: [],
    recommendation: `${one.threat.agent.check} ${one.threat.agent.fix}`,
  }));
}
