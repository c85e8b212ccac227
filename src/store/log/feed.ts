import type { Log } from "../../shared/ports.ts";
import type { Connection } from "../file/connection.ts";
import { type AuditEntry, entriesAfter, headPosition } from "./audit.ts";

/** How often SQLite's change counter is read while somebody follows. That is cheap: no table is read. */
const POLL_MS = 250;
const SLICE = 500;

type Listener = (entries: readonly AuditEntry[]) => void;

/** SQLite's change counter tells of writes by other processes, `noticeOwnWrite` of our own. */
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
    noticeOwnWrite: () => following?.deliver(),
    stop: () => following?.stop(),
  };
}

interface Following {
  readonly listeners: Set<Listener>;
  deliver(): void;
  stop(): void;
}

/** Delivers what is written from now on, until it is stopped. */
function startFollowing(connection: Connection, log: Log): Following {
  const listeners = new Set<Listener>();
  const start = connection.read(headPosition);
  let position: number | undefined;
  let counter: unknown;
  let waiting = false;
  let delivering = false;
  let stopped = false;

  const deliverNextSlice = async (): Promise<void> => {
    position ??= await start;
    const entries = await connection.read((sql) => entriesAfter(sql, position as number, SLICE));
    if (entries.length === 0 || stopped) return;
    position = (entries.at(-1) as AuditEntry).seq;
    waiting = true;
    for (const listener of listeners) callListener(listener, entries);
  };

  const callListener = (listener: Listener, entries: readonly AuditEntry[]): void => {
    try {
      listener(entries);
    } catch (error) {
      log.error("A follower of the change feed failed; the others go on.", { error });
    }
  };

  // One delivery at a time, so that entries come in order. A write during a delivery sets `waiting` and is delivered
  // next.
  const deliverPending = async (): Promise<void> => {
    waiting = true;
    if (delivering) return;
    delivering = true;
    try {
      while (waiting && !stopped) {
        waiting = false;
        await deliverNextSlice();
      }
    } catch (error) {
      log.warn("The change feed could not be read; it goes on with the next change.", { error });
    } finally {
      delivering = false;
    }
  };

  const checkForWrites = async (): Promise<void> => {
    const [row] = await connection.outsideTransaction("PRAGMA data_version");
    if (row?.["data_version"] === counter) return;
    counter = row?.["data_version"];
    await deliverPending();
  };

  start.catch(() => {});
  const timer = setInterval(() => void checkForWrites().catch(() => {}), POLL_MS);
  timer.unref();
  return {
    listeners,
    deliver: () => void deliverPending(),
    stop() {
      stopped = true;
      clearInterval(timer);
    },
  };
}

/** The audit log read as a feed. It is the only way to learn of a change. */
export interface ChangeFeed {
  /** The position of the last change. */
  position(): Promise<number>;
  changesAfter(position: number, limit: number): Promise<readonly AuditEntry[]>;
  /**
   * Calls the listener soon after any process writes. Follow first and load the state afterwards, so that nothing is
   * missed in between. Returns a function that stops it.
   */
  follow(listener: (entries: readonly AuditEntry[]) => void): () => void;
}
