import type {
  JSONRPCMessage,
  McpServer,
  Transport,
  TransportSendOptions,
} from "@modelcontextprotocol/server";
import type { Log } from "../../domain/shared/ports.ts";
import { withCodeOfOlderRevisions } from "./missing-resource.ts";
import { plainError } from "./plain-errors.ts";

/** Sees what a server sends before the client does, and may change it. */
export type Outgoing = (message: JSONRPCMessage, options?: TransportSendOptions) => JSONRPCMessage;

/** Has every message that the server sends pass `look` first. */
export function watchSending(transport: Transport, look: Outgoing): void {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => send(look(message, options), options);
}

/** A server whose error replies are plain, whichever transport the SDK connects it to. */
export function withPlainErrors(server: McpServer, method: string, log: Log): McpServer {
  const connect = server.connect.bind(server);
  server.connect = (transport) => {
    watchSending(transport, (message) => plainReply(message, method, log));
    return connect(transport);
  };
  return server;
}

/** The same in the words of the revisions before 2026. */
export function plainLegacyReply(message: JSONRPCMessage, method: string, log: Log): JSONRPCMessage {
  const reply = plainReply(message, method, log);
  return "error" in reply ? { ...reply, error: withCodeOfOlderRevisions(reply.error) } : reply;
}

/** What a reply may say, and what goes to the log instead. */
function plainReply(message: JSONRPCMessage, method: string, log: Log): JSONRPCMessage {
  if (!("error" in message)) return message;
  const { error, hidden } = plainError(message.error, method);
  const entry = log.with(message.id === undefined ? {} : { requestId: String(message.id) });
  if (hidden === undefined) entry.warn("A request was refused", { method, ...error });
  else entry.error("A request failed", { method, reason: hidden });
  return { ...message, error };
}
