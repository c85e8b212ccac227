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
  /** Called once for a line that is too long, as soon as that is known; the rest of the line is dropped. */
  onOversize(): void;
}

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const BLANKS: ReadonlySet<number> = new Set([0x20, 0x09, RETURN]);

const isBlank = (bytes: Uint8Array) => bytes.every((byte) => BLANKS.has(byte));

/** Splits the bytes before decoding them, because a chunk may end in the middle of a character. */
export function readLines({ onLine, onOversize }: LineEvents, limit = MAX_LINE_BYTES): LineReader {
  let parts: Uint8Array[] = [];
  let held = 0;
  let discarding = false;

  function hold(part: Uint8Array): void {
    if (discarding) return;
    held += part.length;
    // A line of exactly the limit may be followed by the first half of CRLF.
    if (held > limit + 1) discard();
    else parts.push(part);
  }

  function discard(): void {
    discarding = true;
    parts = [];
    onOversize();
  }

  function finish(): void {
    if (!discarding && held > 0) emit(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts, held));
    parts = [];
    held = 0;
    discarding = false;
  }

  function emit(bytes: Uint8Array): void {
    const line = bytes[bytes.length - 1] === RETURN ? bytes.subarray(0, -1) : bytes;
    if (line.length > limit) onOversize();
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
