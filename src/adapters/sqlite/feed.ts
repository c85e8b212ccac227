import type { AuditEntry } from "../../domain/audit.ts";
import type { Log } from "../../domain/ports.ts";
import type { ChangeFeed } from "../../domain/store.ts";
import { entriesAfter, headPosition } from "./audit-log.ts";
import type { Connection } from "./connection.ts";

/** How often the file's change counter is looked at while somebody follows. One page in memory, no table. */
const LOOK_EVERY_MS = 250;
const SLICE = 500;

type Listener = (entries: readonly AuditEntry[]) => void;

/** Follows the audit log; the file's change counter says when another process wrote, `noticeOwnWrite` when we did. */
export function sqliteFeed(
  connection: Connection,
  log: Log,
): ChangeFeed & { noticeOwnWrite(): void; stop(): void } {
  const listeners = new Set<Listener>();
  let timer: NodeJS.Timeout | undefined;
  let counter: unknown;
  let position = 0;
  let delivering = false;

  const deliver = async (): Promise<void> => {
    if (delivering) return;
    delivering = true;
    try {
      for (;;) {
        const entries = await connection.read((sql) => entriesAfter(sql, position, SLICE));
        if (entries.length === 0) return;
        position = (entries.at(-1) as AuditEntry).seq;
        for (const listener of listeners) listener(entries);
      }
    } catch (error) {
      log.warn("The change feed could not be read; it goes on with the next change.", { error });
    } finally {
      delivering = false;
    }
  };

  const look = async (): Promise<void> => {
    const [row] = await connection.outside("PRAGMA data_version");
    if (row?.["data_version"] === counter) return;
    counter = row?.["data_version"];
    await deliver();
  };

  const start = async (): Promise<void> => {
    position = await connection.read(headPosition);
    timer = setInterval(() => void look().catch(() => {}), LOOK_EVERY_MS);
    timer.unref();
  };

  return {
    position: () => connection.read(headPosition),
    changesAfter: (after, limit) => connection.read((sql) => entriesAfter(sql, after, limit)),
    follow(listener) {
      listeners.add(listener);
      if (!timer) void start();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    noticeOwnWrite: () => {
      if (listeners.size > 0) void deliver();
    },
    stop: () => clearInterval(timer),
  };
}
