import type { JSONRPCRequest, McpServer, Transport } from "@modelcontextprotocol/server";
import { CODES } from "../messages/refusal.ts";
import type { RequestLogs } from "../messages/request-logs.ts";
import { asSent, type SanitizedReply, sanitizeLegacyReply } from "../messages/sanitize-replies.ts";

/** Answers a single request of the `initialize` family without a session, as `curl` would send it. */
export async function callWithoutSession(
  server: McpServer,
  request: JSONRPCRequest,
  { requests, signal }: { readonly requests: RequestLogs; readonly signal: AbortSignal },
): Promise<SanitizedReply> {
  if (request.method === "resources/subscribe") return needsStream(request);
  const { promise, resolve, reject } = deferred<SanitizedReply>();
  const transport: Transport = {
    start: async () => {},
    async send(message) {
      // There is no stream for progress and other notifications.
      if ("method" in message || message.id !== request.id) return;
      resolve(sanitizeLegacyReply(message, { method: request.method, log: () => requests.of(request.id) }));
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
    requests.ended(request.id);
    await server.close();
  }
}

/** Without a session there is no stream for the notifications that a subscription promises. */
function needsStream({ id }: JSONRPCRequest): SanitizedReply {
  const message =
    "Invalid request: a subscription needs a session, whose GET stream delivers the changes. Start one with initialize, or use subscriptions/listen of revision 2026-07-28.";
  return asSent({ jsonrpc: "2.0", id, error: { code: CODES.invalidRequest, message } });
}

function deferred<T>() {
  let settle: { resolve: (value: T) => void; reject: (reason: unknown) => void } | undefined;
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject };
  });
  const { resolve, reject } = settle as NonNullable<typeof settle>;
  return { promise, resolve, reject };
}
