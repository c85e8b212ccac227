/** The severity of a warning or an anomaly. Only antipatterns that come with the program are critical. */
export const SEVERITIES = ["low", "medium", "high", "critical"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** What outcomes can teach: that something is critical is known beforehand. */
export const LEARNED_SEVERITIES = ["low", "medium", "high"] as const satisfies readonly Severity[];
export type LearnedSeverity = (typeof LEARNED_SEVERITIES)[number];

interface WithSeverity {
  readonly severity: Severity;
}

/** Comparator for sorting. */
export const mostSevereFirst = (a: WithSeverity, b: WithSeverity): number =>
  SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity);
