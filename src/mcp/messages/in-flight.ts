import type { RequestId } from "@modelcontextprotocol/server";
import type { Era } from "./revision.ts";

export interface Pending {
  readonly era: Era;
  readonly method: string;
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
}

/** The requests that still owe the client a reply, of both eras, because they share one pipe and its ids. */
export interface InFlight {
  get(id: RequestId): Pending | undefined;
  add(id: RequestId, pending: Pending): void;
  /** Takes a request off the list: it is answered or cancelled. */
  settle(id: RequestId): Pending | undefined;
  /** Requests that will end by themselves. */
  unfinished(): readonly RequestId[];
  /** Resolves as soon as nothing is unfinished. */
  idle(): Promise<void>;
}

/** A subscription is answered when the connection closes, so nobody may wait for it before. */
const endsByItself = ({ method }: Pending) => method !== "subscriptions/listen";

export function trackInFlight(): InFlight {
  const pending = new Map<RequestId, Pending>();
  const waiters: (() => void)[] = [];

  const unfinished = () => [...pending].filter(([, entry]) => endsByItself(entry)).map(([id]) => id);

  return {
    get: (id) => pending.get(id),
    add: (id, entry) => void pending.set(id, entry),
    settle(id) {
      const entry = pending.get(id);
      pending.delete(id);
      // Later, so that what a reply sets free is on the list before anyone finds it empty.
      if (waiters.length > 0) queueMicrotask(release);
      return entry;
    },
    unfinished,
    idle: () =>
      new Promise((resolve) => {
        waiters.push(resolve);
        release();
      }),
  };

  function release(): void {
    if (unfinished().length === 0) for (const resolve of waiters.splice(0)) resolve();
  }
}
