import type { RequestId } from "@modelcontextprotocol/server";

/** An accepted `subscriptions/listen` request. */
export interface ListenRequest {
  readonly id: RequestId;
  readonly uris: readonly string[];
  readonly meta: Readonly<Record<string, unknown>>;
}

export interface ListenObserver {
  opened(listen: ListenRequest): void;
  closed(id: RequestId): void;
}

/**
 * Passes `subscriptions/listen` requests from the transport to the server, because the SDK answers them before the
 * server sees them. Each connection has one.
 */
export interface ListenRelay extends ListenObserver {
  observe(observer: ListenObserver): void;
}

export function createListenRelay(): ListenRelay {
  let observer: ListenObserver | undefined;
  return {
    observe(newObserver) {
      observer = newObserver;
    },
    opened: (listen) => observer?.opened(listen),
    closed: (id) => observer?.closed(id),
  };
}
