import { wholePercent } from "../domain/shared/percent.ts";
import type { Terminal } from "./terminal.ts";

export interface ConfidenceCorrection {
  readonly stated: number;
  readonly recommended: number;
}

/** Stated and recommended confidence, one column for each pair. */
export function correctionTable(rows: readonly ConfidenceCorrection[], { style }: Terminal): string {
  if (rows.length === 0) {
    return "Recommended confidence: the outcomes so far suggest no correction.";
  }
  const cell = (share: number): string => wholePercent(share).padStart(6);
  const coloured = rows.map(({ stated, recommended }) =>
    style(recommended < stated ? "yellow" : "green", cell(recommended)),
  );
  return [
    "Recommended confidence, based on the outcomes so far:",
    `stated      ${rows.map(({ stated }) => cell(stated)).join("")}`,
    `recommended ${coloured.join("")}`,
  ].join("\n");
}
