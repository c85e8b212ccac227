import type { RequestId } from "@modelcontextprotocol/server";
import type { Era } from "./revision.ts";

export interface Pending {
  readonly era: Era;
  readonly method: string;
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
}

/** The requests that are not answered yet. Both eras share one list, because they share one pipe and its ids. */
export interface InFlight {
  get(id: RequestId): Pending | undefined;
  add(id: RequestId, pending: Pending): void;
  /** Removes a request that is answered or cancelled. */
  settle(id: RequestId): Pending | undefined;
  /** The requests to wait for when closing; subscriptions are not among them. */
  unfinished(): readonly RequestId[];
  /** Resolves as soon as no request is unfinished. */
  idle(): Promise<void>;
}

/** A subscription is answered only when the connection closes, so closing must not wait for it. */
const endsByItself = ({ method }: Pending) => method !== "subscriptions/listen";

/** `onSettled` is called for every request that is answered or cancelled. */
export function trackInFlight(onSettled: (id: RequestId) => void = () => {}): InFlight {
  const pending = new Map<RequestId, Pending>();
  const waiters: (() => void)[] = [];

  const unfinished = () => [...pending].filter(([, entry]) => endsByItself(entry)).map(([id]) => id);

  return {
    get: (id) => pending.get(id),
    add: (id, entry) => void pending.set(id, entry),
    settle(id) {
      const entry = pending.get(id);
      pending.delete(id);
      onSettled(id);
      // Deferred, so that held messages released by this reply are on the list before it is found empty.
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
