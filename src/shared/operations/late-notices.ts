import type { Notice } from "../errors.ts";
import type { Call } from "./operation.ts";

type Caller = Pick<Call, "actor" | "scope">;

/** Messages that were not known in time for the reply they belong to. The next reply to the same client has them. */
export interface LateNotices {
  add(caller: Caller, notices: readonly Notice[]): void;
  take(caller: Caller): readonly Notice[];
}

/** A client that never calls again must not fill the memory, and nobody reads more at once. */
const MOST_CLIENTS = 100;
const MOST_NOTICES = 5;

/** Each client also gets `greetings` with its first reply. */
export function lateNotices(greetings: readonly Notice[] = []): LateNotices {
  const greeted = new Set<string>();
  const greet = (caller: Caller): readonly Notice[] => {
    const key = keyOf({ ...caller, scope: "" });
    if (greetings.length === 0 || greeted.has(key)) return [];
    if (greeted.size >= MOST_CLIENTS) greeted.clear();
    greeted.add(key);
    return greetings;
  };
  const waiting = new Map<string, readonly Notice[]>();
  return {
    add(caller, notices) {
      if (notices.length === 0) return;
      const key = keyOf(caller);
      const all = [...(waiting.get(key) ?? []), ...notices].slice(-MOST_NOTICES);
      waiting.delete(key);
      waiting.set(key, all);
      const [oldest] = waiting.keys();
      if (waiting.size > MOST_CLIENTS && oldest !== undefined) waiting.delete(oldest);
    },
    take(caller) {
      const key = keyOf(caller);
      const notices = waiting.get(key) ?? [];
      waiting.delete(key);
      return [...greet(caller), ...notices];
    },
  };
}

const keyOf = ({ actor: { key, client, author }, scope }: Caller): string =>
  JSON.stringify([scope, key, client, author.kind, author.name, author.person]);
