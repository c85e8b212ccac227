import type {
  JSONRPCMessage,
  McpServerFactory,
  Transport,
  TransportSendOptions,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Era } from "../messages/revision.ts";

/** The server of one era on the shared pipe. The SDK binds a connection to one era, so each era has its own. */
export interface EraServer {
  deliver(message: JSONRPCMessage): void;
  close(): Promise<void>;
}

export interface EraServerEvents {
  onSend(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void>;
  onClosed(): void;
  onError(error: Error): void;
}

export function openEraServer(factory: McpServerFactory, era: Era, events: EraServerEvents): EraServer {
  const transport: Transport = {
    start: async () => {},
    send: (message, options) => events.onSend(message, options),
    close: async () => events.onClosed(),
  };
  const handle = serveStdio(factory, {
    transport,
    // Cancellations have no version; with "serve" the SDK would take one after a discovery for a change of era.
    legacy: era === "legacy" ? "serve" : "reject",
    onerror: (error) => events.onError(error),
  });
  return {
    deliver: (message) => transport.onmessage?.(message),
    close: () => handle.close(),
  };
}
