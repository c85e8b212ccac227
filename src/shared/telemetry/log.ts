import type { Writable } from "node:stream";
import { type Clock, LOG_LEVELS, type Log, type LogLevel } from "../ports.ts";
import { escapeControls } from "../text.ts";
import { createMask, type MaskOptions } from "./mask.ts";

export interface LogOptions extends MaskOptions {
  /** Entries below this level are not written. */
  readonly level: LogLevel;
  /** Writes one entry including its line break. */
  readonly write: (entry: string) => void;
  readonly format: "json" | "human";
  readonly clock: Pick<Clock, "now">;
  /** Runs it after what waits, such as a reply. Entries about what went well are written then; by default at once. */
  readonly later?: ((work: () => void) => void) | undefined;
  /** The id for entries outside of any request, one per process. */
  readonly requestId: string;
}

interface Entry {
  readonly level: LogLevel;
  readonly timestamp: string;
  readonly requestId: string;
  readonly sessionId?: string;
  readonly message: string;
  readonly meta?: Record<string, unknown>;
}

export interface FlushedLog extends Log {
  /** Writes what waits. To be called before the process ends. */
  flush(): void;
}

export function createLog(options: LogOptions): FlushedLog {
  const { level: threshold, write, clock, later } = options;
  const mask = createMask(options);
  const format = options.format === "json" ? JSON.stringify : humanReadable;

  let waiting: (() => void)[] = [];
  const flush = (): void => {
    const entries = waiting;
    waiting = [];
    for (const writeEntry of entries) writeEntry();
  };
  const writeInOrder = (level: LogLevel, writeEntry: () => void): void => {
    waiting.push(writeEntry);
    if (!later || level === "warn" || level === "error") flush();
    else if (waiting.length === 1) later(flush);
  };

  const bind = (requestId: string, sessionId: string | undefined): Log => {
    const entry = (level: LogLevel) => (message: string, meta?: Record<string, unknown>) => {
      if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(threshold)) return;
      const at = clock.now();
      writeInOrder(level, () => {
        try {
          const shown = mask.value(meta ?? {});
          const written: Entry = {
            level,
            timestamp: at.toISOString(),
            requestId: mask.text(requestId),
            ...(sessionId === undefined ? {} : { sessionId: mask.text(sessionId) }),
            message: mask.text(message),
            ...(isRecord(shown) && Object.keys(shown).length > 0 ? { meta: shown } : {}),
          };
          // JSON leaves some control characters as they are; the escapes have the same value.
          write(`${escapeControls(format(written))}\n`);
        } catch {
          // A failing log must not disturb the operation, and there is nowhere to report it.
        }
      });
    };
    return {
      debug: entry("debug"),
      info: entry("info"),
      warn: entry("warn"),
      error: entry("error"),
      with: (fields) => bind(fields.requestId ?? requestId, fields.sessionId ?? sessionId),
    };
  };

  return { ...bind(options.requestId, undefined), flush };
}

/** One listener for each stream, however many logs write to it. */
const watched = new WeakSet<Writable>();
const closed = new WeakSet<Writable>();

/** Writes to a stream that may close at any time, as stderr does when the client disconnects. */
export function streamWriter(stream: Writable): (entry: string) => void {
  if (!watched.has(stream)) stream.on("error", () => void closed.add(stream));
  watched.add(stream);
  return (entry) => {
    if (!closed.has(stream)) stream.write(entry);
  };
}

function humanReadable({ level, timestamp, requestId, message, meta }: Entry): string {
  const time = timestamp.slice(0, 19).replace("T", " ");
  const [first = "", ...rest] = printable(message).split("\n");
  return [
    `[${time}] ${level.toUpperCase()} [${printable(requestId)}] ${first}`,
    ...rest.map((line) => `  ${line}`),
    ...lines(meta ?? {}, "  "),
  ].join("\n");
}

function lines(value: object, indent: string): string[] {
  return Object.entries(value).flatMap(([key, item]): string[] => {
    const name = printable(key).replaceAll("\n", " ");
    if (typeof item === "number" && name.endsWith("_ms")) return [`${indent}${name.slice(0, -3)}: ${item}ms`];
    if (isNested(item)) return [`${indent}${name}:`, ...lines(item, `${indent}  `)];
    const shown = printable(isRecord(item) ? "{}" : Array.isArray(item) ? item.join(", ") : String(item));
    if (!shown.includes("\n")) return [`${indent}${name}: ${shown}`];
    return [`${indent}${name}:`, ...shown.split("\n").map((line) => `${indent}  ${line}`)];
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isNested = (value: unknown): value is object =>
  Array.isArray(value)
    ? value.some((item) => typeof item === "object" && item !== null)
    : isRecord(value) && Object.keys(value).length > 0;

/** Escapes control characters, which control a terminal; a carriage return could overwrite the line. */
const printable = (text: string): string => escapeControls(text.replaceAll("\r\n", "\n"));
