import { BINS, type BinSums } from "../../../domain/calibration/calibration.ts";
import type { Row } from "../shared/connection.ts";

/** The sums of each tenth of confidence; zero where no row has any. */
export function binsOf(rows: readonly Row[]): BinSums[] {
  const number = (row: Row | undefined, column: string): number => (row?.[column] as number | undefined) ?? 0;
  return Array.from({ length: BINS }, (_, bin) => {
    const row = rows.find((candidate) => candidate["bin"] === bin);
    return {
      outcomes: number(row, "outcomes"),
      score: number(row, "score"),
      confidence: number(row, "confidence"),
      squaredError: number(row, "squared_error"),
    };
  });
}
