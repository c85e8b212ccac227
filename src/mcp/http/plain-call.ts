import type { JSONRPCMessage, JSONRPCRequest, McpServer, Transport } from "@modelcontextprotocol/server";
import type { Log } from "../../domain/shared/ports.ts";
import { plainLegacyReply } from "../messages/plain-transport.ts";
import { CODES } from "../messages/refusal.ts";

/** Answers one request of the `initialize` family by itself, without a session: a call as `curl` makes it. */
export async function callPlainly(
  server: McpServer,
  request: JSONRPCRequest,
  { log, signal }: { readonly log: Log; readonly signal: AbortSignal },
): Promise<JSONRPCMessage> {
  if (request.method === "resources/subscribe") return needsStream(request);
  const { promise, resolve, reject } = settling<JSONRPCMessage>();
  const transport: Transport = {
    start: async () => {},
    async send(message) {
      // Progress and the like have nowhere to go.
      if ("method" in message || message.id !== request.id) return;
      resolve(plainLegacyReply(message, request.method, log));
    },
    close: async () => transport.onclose?.(),
  };
  const abandon = () => reject(signal.reason);
  signal.addEventListener("abort", abandon, { once: true });
  try {
    await server.connect(transport);
    transport.onmessage?.(request);
    return await promise;
  } finally {
    signal.removeEventListener("abort", abandon);
    await server.close();
  }
}

/** To say yes would be a promise that nobody keeps: there is no stream to tell of a change on. */
function needsStream({ id }: JSONRPCRequest): JSONRPCMessage {
  const message =
    "Invalid request: a subscription needs a session, whose GET stream tells of changes. Begin one with initialize, or use subscriptions/listen of revision 2026-07-28.";
  return { jsonrpc: "2.0", id, error: { code: CODES.invalidRequest, message } };
}

function settling<T>() {
  let settle: { resolve: (value: T) => void; reject: (reason: unknown) => void } | undefined;
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject };
  });
  const { resolve, reject } = settle as NonNullable<typeof settle>;
  return { promise, resolve, reject };
}
