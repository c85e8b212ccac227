export const DEPTHS = ["minimal", "standard", "full"] as const;
/** How much context to return for a proposed decision. Each depth includes everything of the one before it. */
export type Depth = (typeof DEPTHS)[number];

/** How many items of each kind a depth returns. */
export interface ContextLimits {
  readonly similar: number;
  readonly skills: number;
  readonly warnings: number;
  readonly failed: number;
  readonly lessons: number;
  readonly due: number;
}

const ALL = Number.POSITIVE_INFINITY;

/** No limit shrinks from one depth to the next, so a deeper context contains the shallower one. */
export const CONTEXT_LIMITS: Readonly<Record<Depth, ContextLimits>> = {
  minimal: { similar: 0, skills: 0, warnings: 1, failed: 0, lessons: 0, due: 0 },
  standard: { similar: 3, skills: 2, warnings: ALL, failed: 3, lessons: 5, due: 3 },
  full: { similar: 10, skills: 10, warnings: ALL, failed: 10, lessons: 20, due: 10 },
};
