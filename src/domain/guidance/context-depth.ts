export const DEPTHS = ["minimal", "standard", "full"] as const;
/** How much is said about a proposed decision; each says all that the one before it says. */
export type Depth = (typeof DEPTHS)[number];

/** How many of each. */
export interface Shown {
  readonly similar: number;
  readonly skills: number;
  readonly warnings: number;
  readonly failed: number;
  readonly lessons: number;
  readonly due: number;
}

const ALL = Number.POSITIVE_INFINITY;

/** Growing from depth to depth, so that they nest. */
export const SHOWN: Readonly<Record<Depth, Shown>> = {
  minimal: { similar: 0, skills: 0, warnings: 1, failed: 0, lessons: 0, due: 0 },
  standard: { similar: 3, skills: 2, warnings: ALL, failed: 3, lessons: 5, due: 3 },
  full: { similar: 10, skills: 10, warnings: ALL, failed: 10, lessons: 20, due: 10 },
};
