import {
  createMcpHandler,
  type JSONRPCRequest,
  type McpServer,
  type ServerEventBus,
  type ServerNotifier,
} from "@modelcontextprotocol/server";
import type { Log } from "../../shared/ports.ts";
import type { ConnectionFacts } from "../calls/call.ts";
import type { ListenRequest } from "../changes/listen-relay.ts";
import { problemForLog } from "../messages/for-log.ts";
import type { RequestLogs } from "../messages/request-logs.ts";
import { sanitizeReply } from "../messages/sanitize-replies.ts";
import { acceptsStream, asJson, jsonAnswer, type Sent } from "./answer.ts";
import type { Exchange } from "./endpoint.ts";
import type { KeyBoundConnections } from "./key-bound-connections.ts";
import { problemResponse } from "./problem.ts";

export type MakeServer = (
  connection: ConnectionFacts,
) => (context: { era: "legacy" | "modern" }) => McpServer;

/** Notifies about changes to the resources of a listen request. Returns a function that stops it. */
export type FollowListen = (
  listen: ListenRequest,
  connection: ConnectionFacts,
  notify: (uri: string) => void,
) => () => void;

interface ModernHandlerOptions {
  readonly server: MakeServer;
  readonly follow: FollowListen;
  readonly keyBound: KeyBoundConnections;
  readonly log: Log;
}

/** Serves clients of 2026-07-28. Requests are independent of each other; only listening streams stay open. */
export interface ModernHandler {
  serve(exchange: Exchange, message: JSONRPCRequest): Promise<Sent>;
  /** Events for all clients. */
  readonly bus: ServerEventBus;
  readonly notify: Omit<ServerNotifier, "resourceUpdated">;
  close(): Promise<void>;
}

const MAX_LISTENING = 1_000;
const LISTEN = "subscriptions/listen";

/** What the server of a request has to know, which the SDK only passes on. */
interface Forwarded {
  readonly connection: ConnectionFacts;
  readonly take: (text: string) => void;
}

export function createModernHandler({ server, follow, keyBound, log }: ModernHandlerOptions): ModernHandler {
  let listening = 0;
  const handler = (bus?: ServerEventBus) =>
    createMcpHandler(
      ({ era, authInfo, requestInfo }) => {
        const { connection, take } = (authInfo?.extra ?? {}) as unknown as Forwarded;
        const method = requestInfo?.headers.get("mcp-method") ?? "";
        return takeReply(server(connection)({ era }), { method, requests: connection.requests, take });
      },
      {
        legacy: "reject",
        ...(bus && { bus }),
        onerror: (error) => log.debug("The protocol layer reported an error", problemForLog(error)),
      },
    );
  const shared = handler();

  function forward(
    { fetch }: ReturnType<typeof handler>,
    { request, principal, connection }: Exchange,
    message: JSONRPCRequest,
  ): Promise<Sent> {
    return new Promise((resolve, reject) => {
      const forwarded: Forwarded = { connection, take: (text) => resolve(jsonAnswer(text)) };
      fetch(request, {
        authInfo: { token: "", clientId: principal.id, scopes: [], extra: { ...forwarded } },
        parsedBody: message,
      }).then(resolve, reject);
    });
  }

  /** Each stream has its own handler, because a handler sends the same events to all of its streams. */
  function listen(exchange: Exchange, message: JSONRPCRequest): Promise<Sent> {
    const streamHandler = handler(
      streamBus(shared.bus, (notify) => follow(listenRequestOf(message), exchange.connection, notify)),
    );
    listening += 1;
    const release = keyBound.add(exchange.principal, () => void streamHandler.close());
    exchange.markEndless();
    exchange.onEnded(() => {
      listening -= 1;
      release();
    });
    return forward(streamHandler, exchange, message);
  }

  return {
    async serve(exchange, message) {
      if (message.method === LISTEN)
        return listening < MAX_LISTENING ? listen(exchange, message) : tooManyStreams();
      const sent = await forward(shared, exchange, message);
      return sent instanceof Response && !acceptsStream(exchange.request) ? asJson(sent) : sent;
    },
    bus: shared.bus,
    notify: shared.notify,
    close: () => shared.close(),
  };
}

/** The events for all clients, and the resource changes that only this stream may receive. */
function streamBus(
  shared: ServerEventBus,
  follow: (notify: (uri: string) => void) => () => void,
): ServerEventBus {
  return {
    publish: (event) => shared.publish(event),
    subscribe(listener) {
      const leave = shared.subscribe((event) => {
        if (event.kind !== "resource_updated") listener(event);
      });
      const stop = follow((uri) => listener({ kind: "resource_updated", uri }));
      return () => {
        leave();
        stop();
      };
    },
  };
}

/** Called after the SDK has validated the request. */
function listenRequestOf({ id, params }: JSONRPCRequest): ListenRequest {
  const { notifications } = (params ?? {}) as {
    notifications?: { resourceSubscriptions?: readonly string[] };
  };
  return { id, uris: notifications?.resourceSubscriptions ?? [], meta: params?._meta ?? {} };
}

function tooManyStreams(): Response {
  return problemResponse({
    status: 503,
    code: "UNAVAILABLE",
    message: `${MAX_LISTENING} listening streams are open already. Try again in a moment, or read the resource again instead.`,
    headers: { "Retry-After": "5" },
  });
}

interface TakeReplyOptions {
  readonly method: string;
  readonly requests: RequestLogs;
  /** Gets the text of the result if nothing was sent before it. */
  readonly take: (text: string) => void;
}

/**
 * Sanitizes the replies of a server that the SDK connects for one request. A result that comes first is taken away from
 * the SDK, which would wrap it in a stream. Everything else is left to it: it knows the status of an error.
 */
function takeReply(server: McpServer, { method, requests, take }: TakeReplyOptions): McpServer {
  const connect = server.connect.bind(server);
  server.connect = (transport) => {
    const send = transport.send.bind(transport);
    let isFirst = true;
    transport.send = async (message, options) => {
      const wasFirst = isFirst;
      isFirst = false;
      if ("method" in message) return send(message, options);
      const { id } = message;
      const log = () => (id === undefined ? requests.next() : requests.of(id));
      const reply = sanitizeReply(message, { method, log });
      if (!wasFirst || "error" in message) return send(reply.message, options);
      take(reply.text);
      // The SDK waits for a reply until its exchange is over. The handler has to have returned by then.
      setImmediate(() => void transport.close());
      return undefined;
    };
    return connect(transport);
  };
  return server;
}
