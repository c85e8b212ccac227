import type { Log } from "../ports.ts";
import { roundTo } from "../rounding.ts";

/** Logs each operation of a store at the level debug: its name, how long it took and how many rows came back. */
export function logStoreUse<S extends object>(store: S, log: Pick<Log, "debug">): S {
  const logged = (operation: string, work: (...given: unknown[]) => unknown) =>
    function (this: unknown, ...given: unknown[]): unknown {
      const started = performance.now();
      const note = (outcome: object): void =>
        log.debug("Store operation", {
          operation,
          duration_ms: roundTo(1, performance.now() - started),
          ...outcome,
        });
      const result = work.apply(this, given);
      // What returns no promise only registers or stops a follower.
      if (!(result instanceof Promise)) return result;
      result.then(
        (value: unknown) => note({ rows: rowsIn(value) }),
        () => note({ failed: true }),
      );
      return result;
    };
  return Object.fromEntries(
    Object.entries(store).map(([name, part]: [string, unknown]) => [
      name,
      typeof part === "function" ? logged(name, part as (...given: unknown[]) => unknown) : part,
    ]),
  ) as S;
}

/** The lists of the pages that a store returns. */
const ROWS = ["items", "records", "candidates"] as const;

/** How many rows a result consists of; a single record or number is one. */
function rowsIn(value: unknown): number {
  if (value === undefined || value === null || value === false) return 0;
  if (Array.isArray(value)) return value.length;
  if (value instanceof Map || value instanceof Set) return value.size;
  if (typeof value !== "object") return 1;
  const lists = ROWS.map((name) => (value as Record<string, unknown>)[name]);
  return (lists.find(Array.isArray) as unknown[] | undefined)?.length ?? 1;
}
