import type {
  JSONRPCMessage,
  McpServer,
  Transport,
  TransportSendOptions,
} from "@modelcontextprotocol/server";
import type { Log } from "../../domain/shared/ports.ts";
import { errorForLog, idForLog, methodForLog } from "./for-log.ts";
import { withCodeOfOlderRevisions } from "./missing-resource.ts";
import { replyTooLong } from "./reply-limit.ts";
import type { RequestLogs } from "./request-logs.ts";
import { sanitizeError } from "./sanitize-error.ts";

/** Receives each message that a server sends, and returns the one to send instead. */
export type TransformMessage = (message: JSONRPCMessage, options?: TransportSendOptions) => JSONRPCMessage;

/** Passes every message that the server sends through `transform`. */
export function transformSent(transport: Transport, transform: TransformMessage): void {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => send(transform(message, options), options);
}

/** Sanitizes the error replies of a server on whichever transport the SDK connects it to. */
export function withSanitizedErrors(server: McpServer, method: string, requests: RequestLogs): McpServer {
  const connect = server.connect.bind(server);
  server.connect = (transport) => {
    transformSent(transport, (message) => sanitizeReply(message, method, logOf(message, requests)));
    return connect(transport);
  };
  return server;
}

/** The log of the request that a message answers. */
export const logOf = (message: JSONRPCMessage, requests: RequestLogs): Log =>
  "id" in message && message.id !== undefined ? requests.of(message.id) : requests.next();

/** The same with the error codes of the revisions before 2026. */
export function sanitizeLegacyReply(message: JSONRPCMessage, method: string, log: Log): JSONRPCMessage {
  const reply = sanitizeReply(message, method, log);
  return "error" in reply ? { ...reply, error: withCodeOfOlderRevisions(reply.error) } : reply;
}

/** Keeps internal details out of the reply and writes them to the log instead. */
function sanitizeReply(message: JSONRPCMessage, method: string, log: Log): JSONRPCMessage {
  if ("method" in message) return message;
  const original = "error" in message ? message.error : replyTooLong(message);
  if (!original) return message;
  const { error, hidden } = sanitizeError(original, method);
  const { id } = message;
  const about = { ...idForLog(id), method: methodForLog(method), ...errorForLog(error) };
  if (hidden === undefined) log.warn("A request was refused", about);
  else log.error("A request failed", { ...about, reason: hidden });
  return { jsonrpc: "2.0", ...(id !== undefined && { id }), error };
}
