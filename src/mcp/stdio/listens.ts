import {
  isJSONRPCNotification,
  type JSONRPCMessage,
  type RequestId,
  SUBSCRIPTION_ID_META_KEY,
} from "@modelcontextprotocol/server";
import type { ListenObserver } from "../changes/listening.ts";
import type { InFlight } from "../messages/in-flight.ts";

/** Reads off the wire what is listened to: a listen counts once it is acknowledged, and until it is cancelled. */
export interface Listens {
  incoming(message: JSONRPCMessage): void;
  outgoing(message: JSONRPCMessage): void;
}

export function readListens(inFlight: InFlight, observer: ListenObserver | undefined): Listens {
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
      // It may have been cancelled before it was served.
      if (pending && uris.length > 0) observer?.opened({ id, uris, meta: pending.meta ?? {} });
    },
  };
}
