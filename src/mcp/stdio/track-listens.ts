import {
  isJSONRPCNotification,
  type JSONRPCMessage,
  type RequestId,
  SUBSCRIPTION_ID_META_KEY,
} from "@modelcontextprotocol/server";
import type { ListenObserver } from "../changes/listen-relay.ts";
import type { InFlight } from "../messages/in-flight.ts";

/** Reports listen requests to an observer: opened when the server acknowledges one, closed when the client cancels it. */
export interface ListenTracker {
  incoming(message: JSONRPCMessage): void;
  outgoing(message: JSONRPCMessage): void;
}

export function trackListens(inFlight: InFlight, observer: ListenObserver | undefined): ListenTracker {
  return {
    incoming(message) {
      if (!isJSONRPCNotification(message) || message.method !== "notifications/cancelled") return;
      observer?.closed(message.params?.["requestId"] as RequestId);
    },
    outgoing(message) {
      if (!isJSONRPCNotification(message) || message.method !== "notifications/subscriptions/acknowledged") {
        return;
      }
      const { _meta: meta, notifications } = (message.params ?? {}) as {
        _meta?: Record<string, unknown>;
        notifications?: { resourceSubscriptions?: readonly string[] };
      };
      const id = meta?.[SUBSCRIPTION_ID_META_KEY] as RequestId;
      const pending = inFlight.get(id);
      const uris = notifications?.resourceSubscriptions ?? [];
      // It may have been cancelled before the server acknowledged it.
      if (pending && uris.length > 0) observer?.opened({ id, uris, meta: pending.meta ?? {} });
    },
  };
}
