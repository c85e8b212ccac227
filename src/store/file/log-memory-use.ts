import type { Log } from "../../shared/ports.ts";
import { roundTo } from "../../shared/rounding.ts";
import type { Memory } from "./memory.ts";

type Called = (...given: never[]) => unknown;

/** Logs each read and write of a memory at the level debug: who asked, how long it took and how many rows came back. */
export function logMemoryUse(memory: Memory, log: Pick<Log, "debug">): Memory {
  const logged = async <T>(by: Called, work: () => Promise<T>): Promise<T> => {
    const [operation, started] = [callerOf(by), performance.now()];
    const note = (outcome: object): void =>
      log.debug("Store operation", {
        operation,
        duration_ms: roundTo(1, performance.now() - started),
        ...outcome,
      });
    try {
      const value = await work();
      note({ rows: rowsIn(value) });
      return value;
    } catch (error) {
      note({ failed: true });
      throw error;
    }
  };
  const [{ read, write, writeSoon }, { position, changesAfter }] = [memory, memory];
  const logging: Memory = {
    ...memory,
    get readOnlyBecause() {
      return memory.readOnlyBecause;
    },
    read: (work) => logged(logging.read, () => read(work)),
    write: (work, meanwhile) => logged(logging.write, () => write(work, meanwhile)),
    writeSoon: (work) => logged(logging.writeSoon, () => writeSoon(work)),
    position: () => logged(logging.position, () => position()),
    changesAfter: (after, limit) => logged(logging.changesAfter, () => changesAfter(after, limit)),
  };
  return logging;
}

/** The name of the function that called this one, such as `addDecision`. The bundle keeps names, and may number them. */
function callerOf(called: Called): string {
  const at: { stack?: string } = {};
  Error.captureStackTrace(at, called);
  return /\bat (?:async )?(?:\w+\.)?([a-z]\w*?)\d* \(/i.exec(at.stack ?? "")?.[1] ?? called.name;
}

/** The lists of the pages that a read returns. */
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
