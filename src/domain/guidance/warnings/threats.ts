import { wholePercent } from "../../shared/percent.ts";
import type { Severity } from "../../shared/severity.ts";
import type { FoundThreat } from "../../threats/threat-index.ts";
import type { Warning } from "../warning.ts";

/**
 * A decision is no task: most are about something else than code of one kind, and a threat that does not fit is noise
 * that nobody asked for. So a pattern has to fit better than for a task, and the decision has to name something that it
 * is about; if it names more, the pattern may fit a little less.
 */
const LEAST_RELEVANCE = 0.85;
const LEAST_IF_MORE_IS_NAMED = 0.8;

/** Whether a decision is about the kind of code that tends to have the flaw. */
export const isAboutSuchCode = ({ relevance, named }: FoundThreat): boolean =>
  named > 0 && relevance >= (named > 1 ? LEAST_IF_MORE_IS_NAMED : LEAST_RELEVANCE);

/** A critical warning blocks, and a threat says nothing against the decision. */
const severityOf = ({ threat }: FoundThreat): Severity =>
  threat.severity === "critical" ? "high" : threat.severity;

/** A flaw that code implementing the decision tends to have. It is about how to write it, not about the decision. */
export function likelyThreat(match: FoundThreat): Warning {
  const { id, name, cwe, agent } = match.threat;
  return {
    type: "threat",
    severity: severityOf(match),
    message: `${name}.`,
    evidence: `Threat pattern ${id} (${cwe.join(", ")}), relevance ${wholePercent(match.relevance)}`,
    evidenceIds: [id],
    quotes: [],
    recommendation: agent.fix,
  };
}
