import type { Readable, Writable } from "node:stream";
import type { McpServerFactory } from "@modelcontextprotocol/server";
import type { LimitMode } from "../../access/index.ts";
import { randomUuid } from "../../shared/ids.ts";
import type { Clock, Entropy, Log } from "../../shared/ports.ts";
import type { ConnectionFacts } from "../calls/call.ts";
import { rateLimits } from "../calls/limits.ts";
import { createQuestionStates } from "../calls/question-states.ts";
import type { ListenObserver } from "../changes/listen-relay.ts";
import { readMessage } from "../messages/envelope.ts";
import { CODES, type Refusal, refuse } from "../messages/refusal.ts";
import { createRequestLogs, type RequestLogs } from "../messages/request-logs.ts";
import { waitAtMost } from "../messages/wait-at-most.ts";
import { openEras } from "./eras.ts";
import { MAX_LINE_BYTES, readLines } from "./lines.ts";
import { type Outgoing, openOutput } from "./output.ts";

interface StdioOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly log: Log;
  /** The logs that the servers of the factory use for the same requests. */
  readonly requests: RequestLogs;
  /** Receives the listen requests of 2026 clients. */
  readonly listening?: ListenObserver | undefined;
  /** Called for every message that is refused. */
  readonly onProtocolError?: ((refusal: Refusal) => void) | undefined;
  /** Called once, when the first message is written: what the client needs next can be prepared meanwhile. */
  readonly onFirstAnswer?: (() => void) | undefined;
  /** How long requests in flight may take to finish once the connection ends. */
  readonly drainMs?: number | undefined;
}

export interface StdioConnection {
  /** Resolves when everything is answered and written. Never rejects. */
  readonly closed: Promise<void>;
  /** Stops reading, waits for requests in flight, and closes, as the end of input does. */
  close(): Promise<void>;
}

const DRAIN_MS = 5000;

const TOO_LONG = `Invalid request: the line is longer than ${MAX_LINE_BYTES} bytes (10 MB). Send a smaller message, or split the work into several calls.`;

/** Serves MCP over a pair of byte streams. */
export function serveOverStdio(factory: McpServerFactory, options: StdioOptions): StdioConnection {
  const { input, log, listening, onProtocolError, drainMs = DRAIN_MS } = options;

  const output = openOutput(options.output, (error) => {
    log.info("The client stopped reading", { reason: error.message });
    void close();
  });
  const eras = openEras({
    factory,
    log,
    requests: options.requests,
    listening,
    write,
    onRefusal: (refusal) => onProtocolError?.(refusal),
    onClosed: () => void close(),
  });
  const lines = readLines({
    onLine: (bytes) => eras.accept(readMessage(bytes)),
    onOversize: (id) => eras.refuse(refuse(id, CODES.invalidRequest, TOO_LONG)),
  });

  let answered = false;
  async function write(message: Outgoing): Promise<void> {
    await output.write(message);
    if (answered) return;
    answered = true;
    options.onFirstAnswer?.();
  }

  function read(chunk: Uint8Array | string): void {
    lines.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
    if (!output.isFull()) return;
    input.pause();
    output.onDrain(() => input.resume());
  }

  function end(): void {
    if (closing) return;
    lines.end();
    void close();
  }

  let closing = false;
  const { promise: closed, resolve } = settled();
  function close(): Promise<void> {
    if (!closing) {
      closing = true;
      void drain()
        .catch((error: unknown) => log.error("Closing the connection failed", { error }))
        .then(resolve);
    }
    return closed;
  }

  async function drain(): Promise<void> {
    input.off("data", read);
    await waitAtMost(drainMs, eras.idle());
    await eras.close();
    await waitAtMost(drainMs, output.flushed());
    input.destroy();
  }

  input.on("data", read);
  input.on("end", end);
  input.on("close", end);
  input.on("error", (error) => {
    log.warn("Reading the input failed", { error });
    void close();
  });

  return { closed, close };
}

function settled(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** What holds for every client on standard input and output. */
export function stdioFacts(
  deps: { readonly clock: Clock; readonly entropy: Entropy; readonly log: Log },
  limits: LimitMode | undefined,
): Pick<ConnectionFacts, "limits" | "questionStates" | "requests"> {
  return {
    // The process belongs to the user, so limits only warn unless they are switched on.
    limits: rateLimits(limits ?? "warn", deps.clock).of("stdio"),
    // The person started the client, which shows them its questions.
    questionStates: createQuestionStates(deps),
    // A process has one client, so its life is the session.
    requests: createRequestLogs(deps.log.with({ sessionId: randomUuid(deps.entropy) }), deps.entropy),
  };
}
