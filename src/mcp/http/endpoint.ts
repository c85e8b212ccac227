import { isInitializeRequest, isLegacyRequest, type JSONRPCRequest } from "@modelcontextprotocol/server";
import { randomUuid } from "../../shared/ids.ts";
import type { Entropy, Log } from "../../shared/ports.ts";
import type { ConnectionFacts } from "../calls/call.ts";
import { type Reading, readMessage } from "../messages/envelope.ts";
import { withObjectCapabilities } from "../messages/lifecycle.ts";
import { CODES, refuse } from "../messages/refusal.ts";
import { createRequestLogs } from "../messages/request-logs.ts";
import { ACCEPTED, jsonAnswer, type Sent } from "./answer.ts";
import { answerBatch } from "./batch.ts";
import { BODY, readBody } from "./body.ts";
import { callWithoutSession } from "./call-without-session.ts";
import { createKeyBoundConnections } from "./key-bound-connections.ts";
import {
  createModernHandler,
  type FollowListen,
  type MakeServer,
  type ModernHandler,
} from "./modern-handler.ts";
import type { Principal } from "./principal.ts";
import { problemResponse, refusalResponse } from "./problem.ts";
import { openSession, type Session } from "./session.ts";
import type { Sessions } from "./sessions.ts";
import { withStatusOfUnavailable } from "./unavailable-status.ts";

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

export interface EndpointOptions {
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
