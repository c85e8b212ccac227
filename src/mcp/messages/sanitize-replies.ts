import type { JSONRPCErrorResponse, JSONRPCResponse } from "@modelcontextprotocol/server";
import type { Log } from "../../shared/ports.ts";
import { errorForLog, idForLog, methodForLog } from "./for-log.ts";
import { CODES, type ErrorObject } from "./refusal.ts";
import { sanitizeError, textTooLong, withCodeOfOlderRevisions } from "./sanitize-error.ts";

/** What a reply answers. */
interface Answered {
  readonly method: string;
  /** The log of the request, which is only needed for errors. */
  log(): Log;
}

/** A reply as it is sent. Its text is made once, because its length has to be known, too. */
export interface SanitizedReply {
  readonly message: JSONRPCResponse;
  readonly text: string;
}

/** Keeps internal details out of a reply and writes them to the log instead. */
export function sanitizeReply(reply: JSONRPCResponse, answered: Answered): SanitizedReply {
  if ("error" in reply) return errorReply(reply, reply.error, answered);
  const text = textOf(reply);
  const problem = text === undefined ? NO_JSON : textTooLong(text);
  return text === undefined || problem
    ? errorReply(reply, problem ?? NO_JSON, answered)
    : { message: reply, text };
}

/** The same with the error codes of the revisions before 2026. */
export function sanitizeLegacyReply(reply: JSONRPCResponse, answered: Answered): SanitizedReply {
  const sanitized = sanitizeReply(reply, answered);
  const { message } = sanitized;
  return "error" in message
    ? asSent({ ...message, error: withCodeOfOlderRevisions(message.error) })
    : sanitized;
}

const NO_JSON: ErrorObject = { code: CODES.internal, message: "The result is not JSON" };

function textOf(reply: JSONRPCResponse): string | undefined {
  try {
    return JSON.stringify(reply);
  } catch {
    return undefined;
  }
}

function errorReply(
  { id }: JSONRPCResponse,
  original: ErrorObject,
  { method, log }: Answered,
): SanitizedReply & { readonly message: JSONRPCErrorResponse } {
  const { error, hidden } = sanitizeError(original, method);
  const about = { ...idForLog(id), method: methodForLog(method), ...errorForLog(error) };
  if (hidden === undefined) log().warn("A request was refused", about);
  else log().error("A request failed", { ...about, reason: hidden });
  return asSent({ jsonrpc: "2.0", ...(id !== undefined && { id }), error });
}

/** A reply that needs nothing else. */
export const asSent = <M extends JSONRPCResponse>(
  message: M,
): { readonly message: M; readonly text: string } => ({
  message,
  text: JSON.stringify(message),
});
