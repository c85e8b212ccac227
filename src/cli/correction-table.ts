import { wholePercent } from "../domain/shared/percent.ts";
import type { Terminal } from "./terminal.ts";

export interface Corrected {
  readonly stated: number;
  readonly recommended: number;
}

/** What to state instead of what, a column each. */
export function correctionTable(rows: readonly Corrected[], { style }: Terminal): string {
  if (rows.length === 0) {
    return "What to state instead: nothing, the outcomes so far speak for no correction that would show.";
  }
  const cell = (share: number): string => wholePercent(share).padStart(6);
  const coloured = rows.map(({ stated, recommended }) =>
    style(recommended < stated ? "yellow" : "green", cell(recommended)),
  );
  return [
    "What to state instead, given how confidence held up so far:",
    `stated      ${rows.map(({ stated }) => cell(stated)).join("")}`,
    `recommended ${coloured.join("")}`,
  ].join("\n");
}
