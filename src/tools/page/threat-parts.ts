import type { THREAT_LIKELIHOODS, THREAT_SEVERITIES, Threat } from "../../domain/threats/threat.ts";

/** A threat pattern in a list. It comes with the program and has no text of the memory. */
export interface ThreatRow {
  readonly id: string;
  readonly name: string;
  readonly category: Threat["category"];
  readonly severity: (typeof THREAT_SEVERITIES)[number];
  readonly likelihood: (typeof THREAT_LIKELIHOODS)[number];
  readonly cwe: readonly string[];
  readonly threat: string;
  /** The frameworks that it has code for. */
  readonly stacks: readonly string[];
}

export const threatRow = (threat: Threat): ThreatRow => ({
  id: threat.id,
  name: threat.name,
  category: threat.category,
  severity: threat.severity,
  likelihood: threat.likelihood,
  cwe: threat.cwe,
  threat: threat.agent.threat,
  stacks: threat.code.map(({ framework }) => framework),
});
