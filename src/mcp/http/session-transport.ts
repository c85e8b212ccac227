import type {
  JSONRPCMessage,
  JSONRPCRequest,
  RequestId,
  Transport,
  TransportSendOptions,
} from "@modelcontextprotocol/server";
import { CODES, refuse } from "../messages/refusal.ts";
import { ACCEPTED, jsonAnswer, type Sent } from "./answer.ts";
import { refusalResponse } from "./problem.ts";

/**
 * Connects the server of a session to its requests. A reply that comes first is the whole response. Only when something
 * else is sent before it, such as progress or a question, the response becomes a stream.
 */
interface SessionTransport extends Transport {
  readonly supportedVersions: readonly string[];
  /** Resolves as soon as it is known how the response begins. */
  ask(request: JSONRPCRequest, client: { readonly acceptsStream: boolean }): Promise<Sent>;
  /** Delivers what is not answered. */
  tell(message: JSONRPCMessage): void;
  /** Ends the response to a request that was cancelled, which is never answered. */
  cancel(id: RequestId): void;
  /** Opens the stream for what belongs to no request. Undefined if there is one already. */
  listen(): Response | undefined;
}

/** A response that is not complete yet. */
interface Pending {
  readonly acceptsStream: boolean;
  readonly begin: (response: Sent) => void;
  stream?: EventStream;
}

const ENDED =
  "The session ended before this request was answered; it may or may not have taken effect. Start a new one with initialize.";

/** `textOf` makes the text of each message that is sent. */
export function createSessionTransport(
  sessionId: string,
  textOf: (message: JSONRPCMessage) => string,
): SessionTransport {
  const headers = { "mcp-session-id": sessionId };
  const pending = new Map<RequestId, Pending>();
  let listener: EventStream | undefined;
  let isClosed = false;
  let supportedVersions: readonly string[] = [];

  function reply(id: RequestId, text: string): void {
    const { stream, begin } = take(id);
    if (!stream) {
      begin(jsonAnswer(text, headers));
      return;
    }
    stream.send(text);
    stream.end();
  }

  function sendBeforeReply(id: RequestId, text: string): void {
    const response = pending.get(id);
    if (!response) throw nobodyWaits(id);
    // Whoever does not accept a stream gets the reply alone.
    if (!response.acceptsStream) return;
    if (!response.stream) {
      response.stream = openEventStream(headers, () => {});
      response.begin(response.stream.response);
    }
    response.stream.send(text);
  }

  function take(id: RequestId): Pending {
    const response = pending.get(id);
    if (!response) throw nobodyWaits(id);
    pending.delete(id);
    return response;
  }

  const transport: SessionTransport = {
    sessionId,
    get supportedVersions() {
      return supportedVersions;
    },
    setSupportedProtocolVersions(versions) {
      supportedVersions = versions;
    },
    start: async () => {},
    async send(message, options?: TransportSendOptions) {
      const text = textOf(message);
      const id = "method" in message ? options?.relatedRequestId : message.id;
      if (id === undefined) listener?.send(text);
      else if ("method" in message) sendBeforeReply(id, text);
      else reply(id, text);
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      listener?.end();
      for (const [id, { stream, begin }] of pending) {
        stream?.end();
        begin(refusalResponse(refuse(id, CODES.invalidRequest, ENDED), 404));
      }
      pending.clear();
      transport.onclose?.();
    },
    ask: (request, { acceptsStream }) =>
      new Promise((begin) => {
        pending.set(request.id, { acceptsStream, begin });
        transport.onmessage?.(request);
      }),
    tell: (message) => transport.onmessage?.(message),
    cancel(id) {
      const response = pending.get(id);
      pending.delete(id);
      response?.stream?.end();
      response?.begin(ACCEPTED);
    },
    listen() {
      if (listener) return undefined;
      const opened = openEventStream(headers, () => {
        listener = undefined;
      });
      listener = opened;
      return opened.response;
    },
  };
  return transport;
}

const nobodyWaits = (id: RequestId): Error => new Error(`No request ${id} waits for an answer`);

/** A response that stays open, and carries messages as they come. */
interface EventStream {
  readonly response: Response;
  /** Sends a message that was made into text. */
  send(text: string): void;
  end(): void;
}

/** Programs between server and client close connections on which nothing happens. */
const KEEP_ALIVE_MS = 15_000;

/** `onGone` is called when the client hangs up. */
function openEventStream(headers: Readonly<Record<string, string>>, onGone: () => void): EventStream {
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
