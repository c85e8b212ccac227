import type { Clock } from "../../shared/ports.ts";
import { MINUTE_MS } from "../../shared/time.ts";
import type { Principal } from "./authenticate.ts";
import type { Session } from "./session.ts";

/** The open sessions, limited in number and in idle time. */
export interface Sessions {
  /** Ends an idle session to make room if necessary. False when all of them are busy. */
  add(session: Session): boolean;
  /** Finds a session of this key only. */
  find(id: string, principal: Principal): Session | undefined;
  /** Keeps it from counting as idle until the returned function is called. */
  use(session: Session): () => void;
  remove(id: string): void;
  all(): readonly Session[];
  /** Ends sessions that were idle for too long. */
  expire(): void;
}

const MAX_SESSIONS = 1_000;
const SESSION_IDLE_MS = 30 * MINUTE_MS;

interface Entry {
  readonly session: Session;
  usedAt: number;
  uses: number;
}

export function createSessions(clock: Clock, max = MAX_SESSIONS): Sessions {
  const entries = new Map<string, Entry>();
  const now = (): number => clock.elapsed();
  const isIdle = ({ session, uses }: Entry): boolean => uses === 0 && !session.isBusy();

  const end = ({ session }: Entry): void => {
    entries.delete(session.id);
    void session.close();
  };

  /** The longest idle session of the key that has the most sessions, so that no key crowds out the others. */
  const victim = (): Entry | undefined => {
    const counts = new Map<string, number>();
    for (const { session } of entries.values()) {
      counts.set(session.principal.id, (counts.get(session.principal.id) ?? 0) + 1);
    }
    const share = (entry: Entry): number => counts.get(entry.session.principal.id) ?? 0;
    return [...entries.values()].filter(isIdle).sort((a, b) => share(b) - share(a) || a.usedAt - b.usedAt)[0];
  };

  const isOver = (entry: Entry): boolean => isIdle(entry) && now() - entry.usedAt >= SESSION_IDLE_MS;

  const expire = (): void => {
    for (const entry of [...entries.values()]) if (isOver(entry)) end(entry);
  };

  return {
    add(session) {
      expire();
      const evicted = entries.size >= max ? victim() : undefined;
      if (evicted) end(evicted);
      if (entries.size >= max) return false;
      entries.set(session.id, { session, usedAt: now(), uses: 0 });
      return true;
    },
    find(id, principal) {
      const entry = entries.get(id);
      if (entry && isOver(entry)) end(entry);
      else if (entry?.session.principal.id === principal.id) return entry.session;
      return undefined;
    },
    use({ id }) {
      const entry = entries.get(id);
      if (!entry) return () => {};
      entry.uses += 1;
      return () => {
        entry.uses -= 1;
        entry.usedAt = now();
      };
    },
    remove: (id) => void entries.delete(id),
    all: () => [...entries.values()].map(({ session }) => session),
    expire,
  };
}
