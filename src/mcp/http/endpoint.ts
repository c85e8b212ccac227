import {
  isInitializeRequest,
  isLegacyRequest,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type McpServer,
  type Transport,
} from "@modelcontextprotocol/server";
import { randomUuid } from "../../shared/ids.ts";
import type { Entropy, Log } from "../../shared/ports.ts";
import { MAX_REPLY_CHARACTERS } from "../../shared/text.ts";
import type { ConnectionFacts } from "../calls/call.ts";
import { classify, parseJson, type Reading, readMessage } from "../messages/envelope.ts";
import { withObjectCapabilities } from "../messages/lifecycle.ts";
import { type Measured, measureMessage } from "../messages/measure.ts";
import { CODES, refuse } from "../messages/refusal.ts";
import { createRequestLogs, type RequestLogs } from "../messages/request-logs.ts";
import { asSent, type SanitizedReply, sanitizeLegacyReply } from "../messages/sanitize-replies.ts";
import { ACCEPTED, jsonAnswer, type Sent, withStatusOfUnavailable } from "./answer.ts";
import type { Principal } from "./authenticate.ts";
import { BODY, readBody } from "./body.ts";
import { createKeyBoundConnections } from "./key-bound-connections.ts";
import {
  createModernHandler,
  type FollowListen,
  type MakeServer,
  type ModernHandler,
} from "./modern-handler.ts";
import { problemResponse, refusalResponse } from "./problem.ts";
import { openSession, type Session } from "./session.ts";
import type { Sessions } from "./sessions.ts";

/** An authenticated request. */
export interface Exchange {
  readonly request: Request;
  readonly principal: Principal;
  readonly connection: ConnectionFacts;
  /** Calls back when the response is sent or the client is gone. */
  onEnded(listener: () => void): void;
  /** Marks the response as a stream that only the client ends. */
  markEndless(): void;
}

export interface Endpoint {
  post(exchange: Exchange): Promise<Sent>;
  /** `GET` and `DELETE`, which need a session. */
  other(exchange: Exchange): Promise<Sent>;
  batch(exchange: Exchange): Promise<Sent>;
  /** Notifies clients of both eras. */
  readonly notify: ModernHandler["notify"];
  /** Ends sessions that were idle for too long, and everything opened with a key that is no longer valid. */
  review(): Promise<void>;
  close(): Promise<void>;
}

type DeliveredMessage = Exclude<Reading, { readonly kind: "refused" | "ignored" }>;

interface EndpointOptions {
  readonly server: MakeServer;
  /** For clients that send `subscriptions/listen` instead of subscribing in a session. */
  readonly follow: FollowListen;
  readonly entropy: Entropy;
  readonly log: Log;
  readonly sessions: Sessions;
}

const SESSION_HEADER = "mcp-session-id";

export function createEndpoint(options: EndpointOptions): Endpoint {
  const { log, server, entropy, sessions } = options;
  const keyBound = createKeyBoundConnections();
  const modern = createModernHandler({ server, follow: options.follow, keyBound, log });
  const stopAnnouncing = modern.bus.subscribe((event) => {
    for (const session of sessions.all()) session.announce(event);
  });

  async function initialize({ request, principal, connection }: Exchange, reading: Reading): Promise<Sent> {
    const id = Buffer.from(entropy.bytes(24)).toString("base64url");
    // The id of a session is as good as a key to it, so the log has another one.
    const sessionLog = log.with({ sessionId: randomUuid(entropy) });
    const requests = createRequestLogs(sessionLog, entropy);
    const session = await openSession({
      id,
      principal,
      server: server({ ...connection, requests })({ era: "legacy" }),
      log: sessionLog,
      requests,
      onClosed: () => {
        sessions.remove(id);
        release();
      },
    });
    const release = keyBound.add(principal, () => void session.close());
    if (!sessions.add(session)) {
      await session.close();
      return problemResponse({
        status: 503,
        code: "UNAVAILABLE",
        message:
          "All sessions are busy. Try again in a moment, or use revision 2026-07-28, which needs no session.",
        headers: { "Retry-After": "5" },
      });
    }
    return inSession(session, ({ post }) => post(request, reading));
  }

  async function inSession(session: Session, serve: (session: Session) => Promise<Sent>): Promise<Sent> {
    const done = sessions.use(session);
    try {
      return await serve(session);
    } finally {
      done();
    }
  }

  async function answerWithoutSession(
    { request, connection }: Exchange,
    message: JSONRPCRequest,
  ): Promise<Sent> {
    const { text } = await callWithoutSession(server(connection)({ era: "legacy" }), message, {
      requests: connection.requests,
      signal: request.signal,
    });
    return jsonAnswer(text);
  }

  async function answer(exchange: Exchange, reading: DeliveredMessage): Promise<Sent> {
    const { request, principal } = exchange;
    const { message } = reading;
    if (!(await isLegacyRequest(request, message))) return modern.serve(exchange, message as JSONRPCRequest);
    const sessionId = request.headers.get(SESSION_HEADER);
    if (sessionId !== null) {
      const session = sessions.find(sessionId, principal);
      if (!session) return noSession("id" in message ? message.id : null);
      return inSession(session, ({ post }) => post(request, reading));
    }
    if (reading.kind !== "request") return ACCEPTED;
    if (
      reading.message.method === "initialize" &&
      isInitializeRequest(withObjectCapabilities(reading.message))
    )
      return initialize(exchange, reading);
    return answerWithoutSession(exchange, reading.message);
  }

  return {
    async post(exchange) {
      const body = await readBody(exchange.request);
      if (body instanceof Response) return body;
      const reading = readMessage(body, BODY);
      if (reading.kind === "refused") return refusalResponse(reading.refusal);
      if (reading.kind === "ignored") return ACCEPTED;
      const response = await answer(exchange, reading);
      // Nothing else can ask for what only the team's server has.
      return reading.kind === "request" && reading.message.method === "resources/read"
        ? withStatusOfUnavailable(response)
        : response;
    },
    async other({ request, principal, onEnded, markEndless }) {
      const sessionId = request.headers.get(SESSION_HEADER);
      if (sessionId === null) return needsSession(request.method);
      const session = sessions.find(sessionId, principal);
      if (!session) return noSession(null);
      if (request.method !== "GET") return inSession(session, ({ other }) => other(request));
      markEndless();
      onEnded(sessions.use(session));
      return session.other(request);
    },
    async batch({ request, connection }) {
      const body = await readBody(request);
      if (body instanceof Response) return body;
      return answerBatch(body, async (message) => {
        const reply = await callWithoutSession(server(connection)({ era: "legacy" }), message, {
          requests: connection.requests,
          signal: request.signal,
        });
        return reply.message;
      });
    },
    notify: modern.notify,
    async review() {
      sessions.expire();
      await keyBound.closeInvalid();
    },
    async close() {
      stopAnnouncing();
      keyBound.closeAll();
      await modern.close();
    },
  };
}

function noSession(id: unknown): Response {
  return refusalResponse(
    refuse(
      typeof id === "string" || typeof id === "number" ? id : null,
      CODES.invalidRequest,
      "Session not found: it has ended or never existed. Start a new one with initialize, without Mcp-Session-Id.",
    ),
    404,
  );
}

function needsSession(method: string): Response {
  return problemResponse({
    status: 405,
    code: "METHOD_NOT_ALLOWED",
    message: `${method} needs a session: send the header Mcp-Session-Id from the response to initialize. Everything else is a POST.`,
    headers: { Allow: "POST" },
  });
}

const MAX_BATCH = 100;
const OPEN_LIST = 0x5b;

type Answer = Readonly<Record<string, unknown>>;

/** A list of requests, answered one after the other in the format of the Membria document. */
export async function answerBatch(
  body: Uint8Array,
  call: (message: JSONRPCRequest) => Promise<JSONRPCMessage>,
): Promise<Response> {
  const value = parseJson(body, BODY);
  if ("problem" in value) return invalid(value.problem);
  const items = value.value;
  if (!Array.isArray(items) || items.length === 0 || items.length > MAX_BATCH) {
    const received = Array.isArray(items) ? `${items.length} items` : "something else";
    return invalid(`A batch must be a list of 1 to ${MAX_BATCH} JSON-RPC requests; received ${received}.`);
  }
  const results: string[] = [];
  let size = 0;
  let at = body.indexOf(OPEN_LIST) + 1;
  for (const item of items) {
    const measured = measureMessage(body, at);
    at = measured.end;
    const answer = await answerOne(item, measured, size < MAX_REPLY_CHARACTERS ? call : leftOut);
    if (answer) {
      const text = JSON.stringify(answer);
      size += text.length;
      results.push(text);
    }
    // Other requests are served between two of the batch.
    await new Promise(setImmediate);
  }
  return new Response(`{"results":[${results.join(",")}]}`, {
    headers: { "Content-Type": "application/json" },
  });
}

/** The limit of one reply also holds for all replies of a batch. */
const leftOut = async ({ id }: JSONRPCRequest): Promise<JSONRPCMessage> => ({
  jsonrpc: "2.0",
  id,
  error: {
    code: CODES.invalidRequest,
    message: `The replies to this batch have ${MAX_REPLY_CHARACTERS.toLocaleString("en")} characters already. This request was not carried out. Send it in another batch.`,
  },
});

/** Undefined for a notification, which gets no answer. */
async function answerOne(
  item: unknown,
  measured: Measured,
  call: (message: JSONRPCRequest) => Promise<JSONRPCMessage>,
): Promise<Answer | undefined> {
  const reading = classify(item, measured, BODY);
  if (reading.kind === "refused") return { ...reading.refusal };
  if (reading.kind !== "request") return undefined;
  const { jsonrpc: _, ...answer } = await call(reading.message);
  return answer;
}

function invalid(message: string): Response {
  return problemResponse({ status: 400, code: "VALIDATION_ERROR", message });
}

/** Answers a single request of the `initialize` family without a session, as `curl` would send it. */
export async function callWithoutSession(
  server: McpServer,
  request: JSONRPCRequest,
  { requests, signal }: { readonly requests: RequestLogs; readonly signal: AbortSignal },
): Promise<SanitizedReply> {
  if (request.method === "resources/subscribe") return needsStream(request);
  const { promise, resolve, reject } = deferred<SanitizedReply>();
  const transport: Transport = {
    start: async () => {},
    async send(message) {
      // There is no stream for progress and other notifications.
      if ("method" in message || message.id !== request.id) return;
      resolve(sanitizeLegacyReply(message, { method: request.method, log: () => requests.of(request.id) }));
    },
    close: async () => transport.onclose?.(),
  };
  const abandon = () => reject(signal.reason);
  signal.addEventListener("abort", abandon, { once: true });
  try {
    await server.connect(transport);
    transport.onmessage?.(request);
    return await promise;
  } finally {
    signal.removeEventListener("abort", abandon);
    requests.ended(request.id);
    await server.close();
  }
}

/** Without a session there is no stream for the notifications that a subscription promises. */
function needsStream({ id }: JSONRPCRequest): SanitizedReply {
  const message =
    "Invalid request: a subscription needs a session, whose GET stream delivers the changes. Start one with initialize, or use subscriptions/listen of revision 2026-07-28.";
  return asSent({ jsonrpc: "2.0", id, error: { code: CODES.invalidRequest, message } });
}

function deferred<T>() {
  let settle: { resolve: (value: T) => void; reject: (reason: unknown) => void } | undefined;
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject };
  });
  const { resolve, reject } = settle as NonNullable<typeof settle>;
  return { promise, resolve, reject };
}
