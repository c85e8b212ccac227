import { systemClock } from "../shared/system/system.ts";
import { HOUR_MS, MINUTE_MS } from "../shared/time.ts";
import { memoryFile } from "./memory-file.ts";
import { flagsOf } from "./passed-on-flags.ts";
import { repeat } from "./repeat.ts";
import type { Wiring } from "./wire.ts";

/** Sees to it that the memory is copied every day as long as the server runs. */
export function keepDailyCopies(
  { environment, isOpen, log }: Wiring,
  flags: Readonly<Record<string, unknown>>,
): { stop(): void } {
  const { backups, readOnly } = environment.settings;
  if (backups === 0 || readOnly || !isOpen) return { stop: () => {} };
  const { execPath, execArgv, argv } = process;
  const program = [execPath, ...execArgv, argv[1] ?? "", "backup", "--daily", ...flagsOf(flags)] as const;
  const copy = async (): Promise<void> => {
    // Loaded when first needed, because it has no part in the start.
    const { makeDailyCopyElsewhere } = await import("./memory-files.ts");
    await makeDailyCopyElsewhere(memoryFile(environment).path, systemClock.now(), program, log);
  };
  return repeat("The daily copy", { firstMs: MINUTE_MS, everyMs: HOUR_MS }, copy, log);
}
