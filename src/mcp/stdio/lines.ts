import type { RequestId } from "@modelcontextprotocol/server";
import { type MessageIdReader, readMessageId } from "./message-id.ts";

/** The longest line that is read, without its line break. */
export const MAX_LINE_BYTES = 10 * 1024 * 1024;

export interface LineReader {
  push(chunk: Uint8Array): void;
  /** Called at the end of the input: the rest without a line break is a line, too. */
  end(): void;
}

export interface LineEvents {
  /** One line that is not blank, as bytes, without its line break. */
  onLine(bytes: Uint8Array): void;
  /** Called at the end of a line that was too long, with the id of its message if that is certain. */
  onOversize(id: RequestId | null): void;
}

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const BLANKS: ReadonlySet<number> = new Set([0x20, 0x09, RETURN]);

const isBlank = (bytes: Uint8Array) => bytes.every((byte) => BLANKS.has(byte));

/** Splits the bytes before decoding them, because a chunk may end in the middle of a character. */
export function readLines({ onLine, onOversize }: LineEvents, limit = MAX_LINE_BYTES): LineReader {
  let parts: Uint8Array[] = [];
  let held = 0;
  /** Set while a line is dropped: its bytes are only searched for the id to answer. */
  let dropped: MessageIdReader | undefined;

  function hold(part: Uint8Array): void {
    held += part.length;
    if (dropped) dropped.push(part);
    else parts.push(part);
    // A line of exactly the limit may be followed by the first half of CRLF.
    if (!dropped && held > limit + 1) drop();
  }

  function drop(): MessageIdReader {
    const reader = readMessageId();
    for (const part of parts) reader.push(part);
    parts = [];
    dropped = reader;
    return reader;
  }

  function finish(): void {
    if (dropped) onOversize(dropped.id());
    else if (held > 0) emit(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts, held));
    parts = [];
    held = 0;
    dropped = undefined;
  }

  function emit(bytes: Uint8Array): void {
    const line = bytes[bytes.length - 1] === RETURN ? bytes.subarray(0, -1) : bytes;
    if (line.length > limit) onOversize(drop().id());
    else if (!isBlank(line)) onLine(line);
  }

  return {
    push(chunk) {
      let from = 0;
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
        hold(chunk.subarray(from, at));
        finish();
        from = at + 1;
      }
      if (from < chunk.length) hold(chunk.subarray(from));
    },
    end: finish,
  };
}
