/** How grave something is that speaks against a decision or stands out in the memory. */
export const SEVERITIES = ["low", "medium", "high"] as const;
export type Severity = (typeof SEVERITIES)[number];

interface Grave {
  readonly severity: Severity;
}

/** For sorting: the gravest first. */
export const gravestFirst = (a: Grave, b: Grave): number =>
  SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity);
