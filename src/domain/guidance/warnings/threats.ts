import { wholePercent } from "../../shared/percent.ts";
import type { Severity } from "../../shared/severity.ts";
import type { FoundThreat } from "../../threats/threat-index.ts";
import type { Warning } from "../warning.ts";

/** A critical warning blocks, and a threat says nothing against the decision. */
const severityOf = ({ threat }: FoundThreat): Severity =>
  threat.severity === "critical" ? "high" : threat.severity;

/** Flaws that code implementing the decision tends to have. They are about how to write it, not about the decision. */
export function likelyThreats(found: readonly FoundThreat[]): Warning[] {
  return found.map((match) => ({
    type: "threat",
    severity: severityOf(match),
    message: `${match.threat.name}. ${match.threat.agent.threat}`,
    evidence: `Threat pattern ${match.threat.id} (${[...match.threat.cwe, ...match.threat.owasp].join(", ")}), relevance ${wholePercent(match.relevance)}`,
    evidenceIds: [match.threat.id],
    quotes: [],
    recommendation: `${match.threat.agent.check} ${match.threat.agent.fix}`,
  }));
}
