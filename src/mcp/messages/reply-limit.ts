import type { JSONRPCResponse } from "@modelcontextprotocol/server";
import { MAX_REPLY_CHARACTERS } from "../../shared/text.ts";
import { CODES, type ErrorObject } from "./refusal.ts";

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
