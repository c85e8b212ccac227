/** How grave a warning, an antipattern or an anomaly is, the slightest first. */
export const SEVERITIES = ["low", "medium", "high"] as const;
export type Severity = (typeof SEVERITIES)[number];
