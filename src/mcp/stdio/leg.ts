import type {
  JSONRPCMessage,
  McpServerFactory,
  Transport,
  TransportSendOptions,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Era } from "../messages/revision.ts";

/** One era's server on the shared pipe. The SDK pins a connection to one era, so each gets a connection. */
export interface Leg {
  deliver(message: JSONRPCMessage): void;
  close(): Promise<void>;
}

export interface LegEvents {
  onSend(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void>;
  onClosed(): void;
  onError(error: Error): void;
}

export function openLeg(factory: McpServerFactory, era: Era, events: LegEvents): Leg {
  const transport: Transport = {
    start: async () => {},
    send: (message, options) => events.onSend(message, options),
    close: async () => events.onClosed(),
  };
  const handle = serveStdio(factory, {
    transport,
    // Cancellations come without a version; "serve" would take one after a discovery for a change of era.
    legacy: era === "legacy" ? "serve" : "reject",
    onerror: (error) => events.onError(error),
  });
  return {
    deliver: (message) => transport.onmessage?.(message),
    close: () => handle.close(),
  };
}
