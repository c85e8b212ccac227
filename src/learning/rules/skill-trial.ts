import { createHash } from "node:crypto";
import { posterior, type Sums } from "../../calibration/index.ts";
import type { BetaMath } from "../../shared/ports.ts";
import type { Screened } from "../../shared/text.ts";
import type { SkillState } from "./skill.ts";

/** The outcomes needed on either side before the effect is reported. */
const TRIAL_OUTCOMES = 5;
/**
 * Each posterior is represented by the midpoints of this many equal shares. The bounds of the difference are then within
 * 0.005 of the exact ones, which is less than the effect of one outcome.
 */
const QUANTILES = 200;

/** Whether a session was shown a skill on trial. The first exposure of a session counts. */
export interface SkillExposure {
  readonly project: string;
  readonly skill: string;
  readonly session: Screened;
  readonly shown: boolean;
  readonly at: Date;
}

/** That a session was shown a skill on trial, or that it was withheld. */
export interface ExposureObservation {
  readonly kind: "exposure";
  readonly exposure: SkillExposure;
}

/** Outcomes of decisions on the subject of a skill, in sessions that were shown the skill and in those that were not. */
export interface TrialSums {
  readonly shown: Sums;
  readonly withheld: Sums;
}

export type TrialEffect =
  | ({ readonly known: false /** Outcomes that are still missing. */; readonly missing: number } & TrialSums)
  | ({
      readonly known: true;
      /** How much more often decisions work out with it. */
      readonly difference: number;
      /** With 95 % probability. */
      readonly interval: readonly [number, number];
      readonly probabilityItHelps: number;
    } & TrialSums);

/** Only new skills are on trial: established ones are known to help, and antipatterns are never withheld. */
export const isOnTrial = ({ kind, stage }: SkillState): boolean => kind === "skill" && stage === "emerging";

/** Half of the sessions see the skill. It depends on a hash, so a session that asks twice gets the same answer. */
export function isShown(project: string, session: string, skillId: string): boolean {
  const [first = 0] = createHash("sha256")
    .update(JSON.stringify([project, session, skillId]))
    .digest();
  return first % 2 === 0;
}

export function trialEffect(sums: TrialSums, math: BetaMath): TrialEffect {
  const { shown, withheld } = sums;
  const missing = [shown, withheld].reduce(
    (sum, { outcomes }) => sum + Math.max(0, TRIAL_OUTCOMES - outcomes),
    0,
  );
  if (missing > 0) return { known: false, missing, shown, withheld };
  const [withIt, without] = [posterior(shown), posterior(withheld)];
  return {
    known: true,
    shown,
    withheld,
    difference: withIt.mean - without.mean,
    interval: differenceInterval(withIt, without, math),
    probabilityItHelps: math.probabilityGreater(withIt, without),
  };
}

type Shape = Parameters<BetaMath["probabilityGreater"]>[0];

/** The middle 95 % of the difference between two rates, over a grid of their quantiles. */
export function differenceInterval(first: Shape, second: Shape, math: BetaMath): [number, number] {
  const quantiles = ({ alpha, beta }: Shape): number[] =>
    Array.from({ length: QUANTILES }, (_, i) => math.quantile((i + 0.5) / QUANTILES, alpha, beta));
  const [a, b] = [quantiles(first), quantiles(second)];
  const differences = Float64Array.from({ length: QUANTILES ** 2 }, (_, i) => {
    const [x, y] = [a[Math.floor(i / QUANTILES)] ?? 0, b[i % QUANTILES] ?? 0];
    return x - y;
  }).sort();
  const at = (share: number): number => differences[Math.round(share * (differences.length - 1))] ?? 0;
  return [at(0.025), at(0.975)];
}
