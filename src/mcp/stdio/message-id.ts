import type { RequestId } from "@modelcontextprotocol/server";
import { MESSAGE_LIMITS } from "../../shared/text.ts";
import { isRequestId } from "../messages/envelope.ts";

/** Finds the id of a message that is not kept, while its bytes pass by. */
export interface MessageIdReader {
  push(bytes: Uint8Array): void;
  /** Null unless the bytes were one request with exactly one id. */
  id(): RequestId | null;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING: ReadonlySet<number> = new Set([0x7b, 0x5b]);
const CLOSING: ReadonlySet<number> = new Set([0x7d, 0x5d]);
const OBJECT = 0x7b;
const BLANKS: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);
/** An escape of one character takes up to twelve bytes. */
const LONGEST_TOKEN = 12 * MESSAGE_LIMITS.id + 2;

/**
 * Follows strings and nesting from the first byte on, so that an `"id"` inside of a text or of an argument is not taken
 * for that of the message. Members of the message itself are compared; nothing else is looked at.
 */
export function readMessageId(): MessageIdReader {
  let depth = 0;
  let inString = false;
  let escaped = false;
  let ended = false;
  let malformed = false;
  /** The key or the value that is being read, in the message itself. */
  let token: number[] = [];
  let key: unknown;
  /** A reply has an id, too, but one of ours. */
  let isRequest = false;
  const found: unknown[] = [];

  function keep(byte: number): void {
    if (depth === 1 && token.length <= LONGEST_TOKEN) token.push(byte);
  }

  function endMember(): void {
    if (key === "id") found.push(parsedToken(token));
    if (key === "method") isRequest = true;
    key = undefined;
    token = [];
  }

  function inText(byte: number): void {
    keep(byte);
    if (escaped) escaped = false;
    else if (byte === BACKSLASH) escaped = true;
    else if (byte === QUOTE) inString = false;
  }

  function open(byte: number): void {
    if (depth === 0 && byte !== OBJECT) malformed = true;
    // A value that is a list or an object is no id.
    keep(byte);
    depth += 1;
    if (depth === 1) token = [];
  }

  function close(): void {
    if (depth === 1) endMember();
    depth -= 1;
    if (depth === 0) ended = true;
  }

  function between(byte: number): void {
    if (BLANKS.has(byte)) keep(byte);
    else if (ended || (depth === 0 && !OPENING.has(byte))) malformed = true;
    else if (OPENING.has(byte)) open(byte);
    else if (CLOSING.has(byte)) close();
    else if (byte === QUOTE) {
      inString = true;
      keep(byte);
    } else if (depth === 1 && byte === COMMA) endMember();
    else if (depth === 1 && byte === COLON) {
      key = parsedToken(token);
      token = [];
    } else keep(byte);
  }

  return {
    push(bytes) {
      for (const byte of bytes) {
        if (malformed) return;
        if (inString) inText(byte);
        else between(byte);
      }
    },
    id() {
      const [only] = found;
      return !malformed && ended && isRequest && found.length === 1 && isRequestId(only) ? only : null;
    },
  };
}

function parsedToken(token: readonly number[]): unknown {
  if (token.length > LONGEST_TOKEN) return undefined;
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(token)));
  } catch {
    return undefined;
  }
}
