import type { RequestId } from "@modelcontextprotocol/server";

/** A `subscriptions/listen` request that was accepted: what it listens to, and what it said about itself. */
export interface Listen {
  readonly id: RequestId;
  readonly uris: readonly string[];
  readonly meta: Readonly<Record<string, unknown>>;
}

export interface ListenObserver {
  opened(listen: Listen): void;
  closed(id: RequestId): void;
}

/**
 * The SDK answers `subscriptions/listen` before any server sees it, so the transport tells the server of it here. One
 * for each connection.
 */
export interface Listening extends ListenObserver {
  observe(observer: ListenObserver): void;
}

export function openListening(): Listening {
  let observer: ListenObserver | undefined;
  return {
    observe(one) {
      observer = one;
    },
    opened: (listen) => observer?.opened(listen),
    closed: (id) => observer?.closed(id),
  };
}
