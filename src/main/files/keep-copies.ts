import type { Log } from "../../shared/ports.ts";
import { systemClock } from "../../shared/system/system.ts";
import { HOUR_MS, MINUTE_MS } from "../../shared/time.ts";
import { memoryFile } from "../environment.ts";
import { flagsOf } from "../settings.ts";
import type { Wiring } from "../wire.ts";

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

/**
 * Does something now and then while the program runs, which it does not keep from ending. The first time is a while after the
 * start. A time is left out if the one before still goes on.
 */
export function repeat(
  what: string,
  { firstMs, everyMs }: { readonly firstMs: number; readonly everyMs: number },
  work: () => Promise<unknown>,
  log: Log,
): { stop(): void } {
  let timer: NodeJS.Timeout;
  const wait = (ms: number): void => {
    timer = setTimeout(() => {
      void work()
        .catch((error: unknown) => log.warn(`${what} failed`, { error }))
        .finally(() => {
          if (!stopped) wait(everyMs);
        });
    }, ms);
    timer.unref();
  };
  let stopped = false;
  wait(firstMs);
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
