import { type JSONRPCResponse, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { Fault } from "../../shared/errors.ts";
import { cutTo, MAX_REPLY_CHARACTERS } from "../../shared/text.ts";
import { describeIssues, issuesIn } from "./issues.ts";
import { CODES, type ErrorObject, shown } from "./refusal.ts";

interface SanitizedError {
  readonly error: ErrorObject;
  /** For the log only: the original message that the reply does not contain. */
  readonly hidden?: string;
}

/** Messages with the code of an internal error that clients may see. */
const PUBLIC_MESSAGES: ReadonlySet<string> = new Set(["Subscription limit reached"]);

const LONGEST_MESSAGE = 8_500;
const LONGEST_DATA = 20_000;

/**
 * Every error reply of the SDK and of handlers passes this function. The SDK sends the dump of its validator, mostly as
 * an internal error, and the message of whatever a handler threw; clients must see neither.
 */
export function sanitizeError(original: ErrorObject, method: string): SanitizedError {
  const error = shortened(original);
  // The dump of a validator is only complete in the original.
  const issues = issuesIn(original.message);
  if (issues?.every(({ path }) => path?.[0] === "params")) {
    return { error: { code: CODES.invalidParams, message: describeIssues(issues, method) } };
  }
  if (issues || (error.code === CODES.internal && !PUBLIC_MESSAGES.has(error.message))) {
    const { sentence } = Fault.from(error);
    return { error: { code: CODES.internal, message: sentence }, hidden: original.message };
  }
  if (error.code === CODES.methodNotFound && error.message === "Method not found") {
    return { error: { ...error, message: `Method not found: ${shown(method)}` } };
  }
  return { error };
}

/** An error may repeat what a client sent. Without its data it still says what is wrong. */
function shortened({ code, message, data }: ErrorObject): ErrorObject {
  const keepsData = data !== undefined && JSON.stringify(data).length <= LONGEST_DATA;
  return { code, message: cutTo(LONGEST_MESSAGE, message), ...(keepsData && { data }) };
}

interface ErrorReply {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/**
 * Revisions before 2026 have a special code for a missing resource. The SDK always sends the code of 2026, whatever a
 * handler throws, so it is replaced in the reply.
 */
export function withCodeOfOlderRevisions(error: ErrorReply): ErrorReply {
  return isMissingResource(error) ? { ...error, code: ProtocolErrorCode.ResourceNotFound } : error;
}

function isMissingResource({ code, data }: ErrorReply): boolean {
  if (code !== ProtocolErrorCode.InvalidParams || typeof data !== "object" || data === null) return false;
  return Object.keys(data).join() === "uri";
}

/**
 * The error to send instead of a reply that is too long. Tools, resources and prompts shorten what they return; this
 * catches what they forget, so that no reply can block the connection of its reader.
 */
export function textTooLong({ length: size }: string): ErrorObject | undefined {
  if (size <= MAX_REPLY_CHARACTERS) return undefined;
  const [received, allowed] = [size, MAX_REPLY_CHARACTERS].map((count) => count.toLocaleString("en"));
  return {
    code: CODES.invalidRequest,
    message: `The reply would have ${received} characters, and at most ${allowed} are sent. The request itself was carried out. Ask for less: a smaller max_tokens or limit, or one record at a time.`,
  };
}

/** The same for a reply that somebody else makes into text. What is not JSON fails and is reported there. */
export function replyTooLong(reply: JSONRPCResponse): ErrorObject | undefined {
  try {
    return textTooLong(JSON.stringify(reply));
  } catch {
    return undefined;
  }
}
