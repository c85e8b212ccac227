import type { AuditEntry } from "../../../domain/log/audit.ts";
import type { ChangeFeed } from "../../../domain/log/change-feed.ts";
import type { Log } from "../../../domain/shared/ports.ts";
import type { Connection } from "../shared/connection.ts";
import { entriesAfter, headPosition } from "./audit-log.ts";

/** How often the file's change counter is looked at while somebody follows. One page in memory, no table. */
const LOOK_EVERY_MS = 250;
const SLICE = 500;

type Listener = (entries: readonly AuditEntry[]) => void;

/** Follows the audit log; the file's change counter says when another process wrote, `noticeOwnWrite` when we did. */
export function sqliteFeed(
  connection: Connection,
  log: Log,
): ChangeFeed & { noticeOwnWrite(): void; stop(): void } {
  let following: Following | undefined;
  return {
    position: () => connection.read(headPosition),
    changesAfter: (after, limit) => connection.read((sql) => entriesAfter(sql, after, limit)),
    follow(listener) {
      following ??= startFollowing(connection, log);
      const { listeners, stop } = following;
      listeners.add(listener);
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return;
        stop();
        following = undefined;
      };
    },
    noticeOwnWrite: () => following?.noticed(),
    stop: () => following?.stop(),
  };
}

interface Following {
  readonly listeners: Set<Listener>;
  noticed(): void;
  stop(): void;
}

/** From the position at this moment on, until it is stopped. */
function startFollowing(connection: Connection, log: Log): Following {
  const listeners = new Set<Listener>();
  const start = connection.read(headPosition);
  let position: number | undefined;
  let counter: unknown;
  let waiting = false;
  let delivering = false;
  let stopped = false;

  const deliver = async (): Promise<void> => {
    position ??= await start;
    const entries = await connection.read((sql) => entriesAfter(sql, position as number, SLICE));
    if (entries.length === 0 || stopped) return;
    position = (entries.at(-1) as AuditEntry).seq;
    waiting = true;
    for (const listener of listeners) tell(listener, entries);
  };

  const tell = (listener: Listener, entries: readonly AuditEntry[]): void => {
    try {
      listener(entries);
    } catch (error) {
      log.error("A follower of the change feed failed; the others go on.", { error });
    }
  };

  // One at a time, so that entries come in order; what is noticed meanwhile is looked for afterwards.
  const notice = async (): Promise<void> => {
    waiting = true;
    if (delivering) return;
    delivering = true;
    try {
      while (waiting && !stopped) {
        waiting = false;
        await deliver();
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
    await notice();
  };

  start.catch(() => {});
  const timer = setInterval(() => void look().catch(() => {}), LOOK_EVERY_MS);
  timer.unref();
  return {
    listeners,
    noticed: () => void notice(),
    stop() {
      stopped = true;
      clearInterval(timer);
    },
  };
}
