import { HOUR_MS, MINUTE_MS } from "../domain/shared/time.ts";
import { repeat } from "./repeat.ts";
import type { Wiring } from "./wire.ts";

/** Sees to it that the memory is copied every day as long as the server runs. */
export function keepDailyCopies(
  { environment, isOpen, log }: Wiring,
  flags: Readonly<Record<string, unknown>>,
): { stop(): void } {
  const { backups, readOnly } = environment.settings;
  if (backups === 0 || readOnly || !isOpen) return { stop: () => {} };
  const copy = async (): Promise<void> => {
    // Loaded when first needed, because it has no part in the start.
    const { makeDailyCopyElsewhere } = await import("./daily-copies.ts");
    await makeDailyCopyElsewhere(environment, flags, log);
  };
  return repeat("The daily copy", { firstMs: MINUTE_MS, everyMs: HOUR_MS }, copy, log);
}
