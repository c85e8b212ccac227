import type { McpServer } from "@modelcontextprotocol/server";
import type { RequestLogs } from "../messages/request-logs.ts";
import { sanitizeReply } from "../messages/sanitize-replies.ts";

export interface TakeReplyOptions {
  readonly method: string;
  readonly requests: RequestLogs;
  /** Gets the text of the result if nothing was sent before it. */
  readonly take: (text: string) => void;
}

/**
 * Sanitizes the replies of a server that the SDK connects for one request. A result that comes first is taken away from
 * the SDK, which would wrap it in a stream. Everything else is left to it: it knows the status of an error.
 */
export function takeReply(server: McpServer, { method, requests, take }: TakeReplyOptions): McpServer {
  const connect = server.connect.bind(server);
  server.connect = (transport) => {
    const send = transport.send.bind(transport);
    let isFirst = true;
    transport.send = async (message, options) => {
      const wasFirst = isFirst;
      isFirst = false;
      if ("method" in message) return send(message, options);
      const { id } = message;
      const log = () => (id === undefined ? requests.next() : requests.of(id));
      const reply = sanitizeReply(message, { method, log });
      if (!wasFirst || "error" in message) return send(reply.message, options);
      take(reply.text);
      // The SDK waits for a reply until its exchange is over. The handler has to have returned by then.
      setImmediate(() => void transport.close());
      return undefined;
    };
    return connect(transport);
  };
  return server;
}
