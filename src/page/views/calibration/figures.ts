import type { ResultOf } from "../../net/call.ts";

export type Calibration = ResultOf<"calibration">;
export type Bin = Calibration["bins"][number];
export type Period = Calibration["periods"][number];

/** Below this many outcomes a rate says little, and is drawn hollow. */
export const FEWEST = 3;

/** `4`, or `4.5` where some worked partly. */
export const shownScore = (score: number): string =>
  Number.isInteger(score) ? String(score) : score.toFixed(1);

const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const dayAndYear = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

export const shortDay = (iso: string): string => day.format(new Date(iso));
export const longDay = (iso: string): string => dayAndYear.format(new Date(iso));

/** A part of a page in pixels, with the space for its labels. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Where shares from 0 to 1 lie in a frame. */
export function scalesOf(frame: Frame): { x: (share: number) => number; y: (share: number) => number } {
  const width = frame.width - frame.left - frame.right;
  const height = frame.height - frame.top - frame.bottom;
  return {
    x: (share) => frame.left + share * width,
    y: (share) => frame.top + (1 - share) * height,
  };
}

/** The `d` of a path through points. */
export const lineThrough = (points: readonly (readonly [number, number])[]): string =>
  points.map(([x, y], i) => `${i === 0 ? "M" : "L"}${x.toFixed(1)},${y.toFixed(1)}`).join("");

export const QUARTERS = [0, 0.25, 0.5, 0.75, 1];
