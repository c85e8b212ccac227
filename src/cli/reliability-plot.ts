import { inPercent, wholePercent } from "../domain/shared/percent.ts";
import { bar } from "./bar.ts";
import type { Terminal } from "./terminal.ts";

export interface ReliabilityBin {
  readonly from: number;
  readonly outcomes: number;
  readonly mean_confidence: number | null;
  readonly success_rate: number | null;
}

const WIDEST = 40;
const NARROWEST = 20;
/** For the labels at both ends. */
const BESIDE = 32;

/**
 * One line per tenth of stated confidence: the bar shows how often such decisions worked out, the mark where it would
 * end with perfect calibration.
 */
export function reliabilityPlot(
  bins: readonly ReliabilityBin[],
  { style, width: columns }: Terminal,
): string {
  // Even, so that the middle of the axis can be named.
  const width = Math.max(NARROWEST, Math.min(WIDEST, 2 * Math.floor((columns - BESIDE) / 2)));
  const rows = bins.map(({ from, outcomes, mean_confidence, success_rate }) => {
    const label = `${String(inPercent(from)).padStart(3)}–${String(inPercent(from) + 10).padEnd(3)} %`;
    if (mean_confidence === null || success_rate === null) return `${label} │`;
    const cells = markedBar(success_rate, mean_confidence, width);
    const overconfident = mean_confidence - success_rate > 0.05;
    const coloured = style(overconfident ? "yellow" : "green", cells);
    return `${label} │${coloured} ${wholePercent(success_rate).padStart(5)}  ${outcomes} outcome${outcomes === 1 ? "" : "s"}`;
  });
  return [
    "Stated confidence and actual success rate (┃ marks the expected rate):",
    ...rows,
    `${" ".repeat(10)}└${"─".repeat(width)}`,
    `${" ".repeat(11)}0 %${"50 %".padStart(width / 2)}${"100 %".padStart(width / 2 - 1)}`,
  ].join("\n");
}

function markedBar(rate: number, expected: number, width: number): string {
  const cells = bar(rate, width);
  const mark = Math.min(width - 1, Math.round(expected * width));
  return `${cells.slice(0, mark)}┃${cells.slice(mark + 1)}`;
}
