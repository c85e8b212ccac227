import { isInitializeRequest, isLegacyRequest, type JSONRPCRequest } from "@modelcontextprotocol/server";
import type { Entropy, Log } from "../../domain/shared/ports.ts";
import type { ConnectionFacts } from "../calls/call.ts";
import { type Reading, readMessage } from "../messages/envelope.ts";
import { withObjectCapabilities } from "../messages/lifecycle.ts";
import { CODES, refuse } from "../messages/refusal.ts";
import { answerBatch } from "./batch.ts";
import { BODY, readBody } from "./body.ts";
import { acceptsStream, asJson } from "./json-answer.ts";
import { createLeases } from "./leases.ts";
import { createModern, type FollowListen, type MakeServer, type Modern } from "./modern.ts";
import { callPlainly } from "./plain-call.ts";
import type { Principal } from "./principal.ts";
import { problemResponse, refusalResponse } from "./problem.ts";
import { openSession, type Session } from "./session.ts";
import type { Sessions } from "./sessions.ts";

/** A request that was let in. */
export interface Exchange {
  readonly request: Request;
  readonly principal: Principal;
  readonly connection: ConnectionFacts;
  /** Calls back when the answer is out, or nobody is there to read it. */
  onEnded(listener: () => void): void;
  /** Says that the answer is a stream without an end of its own. */
  isEndless(): void;
}

export interface Endpoint {
  post(exchange: Exchange): Promise<Response>;
  /** `GET` and `DELETE`, which only sessions have. */
  other(exchange: Exchange): Promise<Response>;
  batch(exchange: Exchange): Promise<Response>;
  /** Reaches clients of both eras. */
  readonly notify: Modern["notify"];
  /** Ends what is idle for too long, and what belongs to keys that no longer open. */
  review(): Promise<void>;
  close(): Promise<void>;
}

export interface EndpointOptions {
  readonly server: MakeServer;
  /** For clients that listen instead of subscribing in a session. */
  readonly follow: FollowListen;
  readonly entropy: Entropy;
  readonly log: Log;
  readonly sessions: Sessions;
}

const SESSION_HEADER = "mcp-session-id";

export function createEndpoint(options: EndpointOptions): Endpoint {
  const { log, server, entropy, sessions } = options;
  const leases = createLeases();
  const modern = createModern({ server, follow: options.follow, leases, log });
  const stopAnnouncing = modern.bus.subscribe((event) => {
    for (const session of sessions.all()) session.announce(event);
  });

  async function initialize(
    { request, principal, connection }: Exchange,
    reading: Reading,
  ): Promise<Response> {
    const id = Buffer.from(entropy.bytes(24)).toString("base64url");
    const session = await openSession({
      id,
      principal,
      server: server(connection)({ era: "legacy" }),
      log,
      onClosed: () => {
        sessions.remove(id);
        release();
      },
    });
    const release = leases.hold(principal, () => void session.close());
    if (!sessions.add(session)) {
      await session.close();
      return problemResponse({
        status: 503,
        code: "UNAVAILABLE",
        message:
          "Too many sessions are at work. Try again in a moment, or use revision 2026-07-28, which needs none.",
        headers: { "Retry-After": "5" },
      });
    }
    return inSession(session, request, (asked) => session.post(asked, reading));
  }

  async function inSession(
    session: Session,
    request: Request,
    serve: (request: Request) => Promise<Response>,
  ): Promise<Response> {
    const done = sessions.use(session);
    try {
      const response = await serve(request);
      return request.method === "POST" && !acceptsStream(request) ? await asJson(response) : response;
    } finally {
      done();
    }
  }

  async function plainly({ request, connection }: Exchange, message: JSONRPCRequest): Promise<Response> {
    const answer = await callPlainly(server(connection)({ era: "legacy" }), message, {
      log,
      signal: request.signal,
    });
    return Response.json(answer);
  }

  return {
    async post(exchange) {
      const { request, principal } = exchange;
      const body = await readBody(request);
      if (body instanceof Response) return body;
      const reading = readMessage(body, BODY);
      if (reading.kind === "refused") return refusalResponse(reading.refusal);
      if (reading.kind === "ignored") return accepted();
      const { message } = reading;
      if (!(await isLegacyRequest(request, message)))
        return modern.serve(exchange, message as JSONRPCRequest);
      const sessionId = request.headers.get(SESSION_HEADER);
      if (sessionId !== null) {
        const session = sessions.find(sessionId, principal);
        if (!session) return noSession("id" in message ? message.id : null);
        return inSession(session, request, (asked) => session.post(asked, reading));
      }
      if (reading.kind !== "request") return accepted();
      if (
        reading.message.method === "initialize" &&
        isInitializeRequest(withObjectCapabilities(reading.message))
      )
        return initialize(exchange, reading);
      return plainly(exchange, reading.message);
    },
    async other({ request, principal, onEnded, isEndless }) {
      const sessionId = request.headers.get(SESSION_HEADER);
      if (sessionId === null) return needsSession(request.method);
      const session = sessions.find(sessionId, principal);
      if (!session) return noSession(null);
      if (request.method !== "GET") return inSession(session, request, session.other);
      isEndless();
      onEnded(sessions.use(session));
      return session.other(request);
    },
    async batch({ request, connection }) {
      const body = await readBody(request);
      if (body instanceof Response) return body;
      return answerBatch(body, (message) =>
        callPlainly(server(connection)({ era: "legacy" }), message, { log, signal: request.signal }),
      );
    },
    notify: modern.notify,
    async review() {
      sessions.expire();
      await leases.review();
    },
    async close() {
      stopAnnouncing();
      leases.endAll();
      await modern.close();
    },
  };
}

const accepted = (): Response => new Response(null, { status: 202 });

function noSession(id: unknown): Response {
  return refusalResponse(
    refuse(
      typeof id === "string" || typeof id === "number" ? id : null,
      CODES.invalidRequest,
      "Session not found. It has ended or never was. Begin another with initialize, without Mcp-Session-Id.",
    ),
    404,
  );
}

function needsSession(method: string): Response {
  return problemResponse({
    status: 405,
    code: "METHOD_NOT_ALLOWED",
    message: `${method} is for sessions, and needs the header Mcp-Session-Id that the answer to initialize carries. Everything else is a POST.`,
    headers: { Allow: "POST" },
  });
}
