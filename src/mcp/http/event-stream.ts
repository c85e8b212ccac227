/** A response that stays open, and carries messages as they come. */
export interface EventStream {
  readonly response: Response;
  /** Sends a message that was made into text. */
  send(text: string): void;
  end(): void;
}

/** Programs between server and client close connections on which nothing happens. */
const KEEP_ALIVE_MS = 15_000;

/** `onGone` is called when the client hangs up. */
export function openEventStream(headers: Readonly<Record<string, string>>, onGone: () => void): EventStream {
  const encoder = new TextEncoder();
  let write: ((text: string) => void) | undefined;
  let close = (): void => {};
  const timer = setInterval(() => write?.(": keepalive\n\n"), KEEP_ALIVE_MS);
  timer.unref();
  const stop = (): void => {
    clearInterval(timer);
    write = undefined;
  };
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      write = (text) => controller.enqueue(encoder.encode(text));
      close = () => controller.close();
    },
    cancel() {
      stop();
      onGone();
    },
  });
  return {
    response: new Response(body, {
      headers: {
        "Content-Type": "text/event-stream",
        "Cache-Control": "no-cache, no-transform",
        Connection: "keep-alive",
        "X-Accel-Buffering": "no",
        ...headers,
      },
    }),
    send: (text) => write?.(`event: message\ndata: ${text}\n\n`),
    end() {
      if (!write) return;
      stop();
      close();
    },
  };
}
