/** The severity of a warning or an anomaly. */
export const SEVERITIES = ["low", "medium", "high"] as const;
export type Severity = (typeof SEVERITIES)[number];

interface WithSeverity {
  readonly severity: Severity;
}

/** Comparator for sorting. */
export const mostSevereFirst = (a: WithSeverity, b: WithSeverity): number =>
  SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity);
