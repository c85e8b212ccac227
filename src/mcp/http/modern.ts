import {
  createMcpHandler,
  type JSONRPCRequest,
  type McpServer,
  type ServerEventBus,
  type ServerNotifier,
} from "@modelcontextprotocol/server";
import type { Log } from "../../domain/shared/ports.ts";
import type { ConnectionFacts } from "../calls/call.ts";
import type { Listen } from "../changes/listening.ts";
import { withPlainErrors } from "../messages/plain-transport.ts";
import type { Exchange } from "./endpoint.ts";
import { acceptsStream, asJson } from "./json-answer.ts";
import type { Leases } from "./leases.ts";
import { problemResponse } from "./problem.ts";

export type MakeServer = (
  connection: ConnectionFacts,
) => (context: { era: "legacy" | "modern" }) => McpServer;

/** Tells of changes to what a client listens to, for as long as it does. Returns the way to stop. */
export type FollowListen = (
  listen: Listen,
  connection: ConnectionFacts,
  notify: (uri: string) => void,
) => () => void;

export interface ModernOptions {
  readonly server: MakeServer;
  readonly follow: FollowListen;
  readonly leases: Leases;
  readonly log: Log;
}

/** Clients of 2026-07-28: each request stands for itself, and only a stream that listens stays. */
export interface Modern {
  serve(exchange: Exchange, message: JSONRPCRequest): Promise<Response>;
  /** What is told to everybody. */
  readonly bus: ServerEventBus;
  readonly notify: Omit<ServerNotifier, "resourceUpdated">;
  close(): Promise<void>;
}

const MAX_LISTENING = 1_000;
const LISTEN = "subscriptions/listen";
const PARTS = { connection: "connection" } as const;

export function createModern({ server, follow, leases, log }: ModernOptions): Modern {
  let listening = 0;
  const handler = (bus?: ServerEventBus) =>
    createMcpHandler(
      ({ era, authInfo, requestInfo }) =>
        withPlainErrors(
          server(authInfo?.extra?.[PARTS.connection] as ConnectionFacts)({ era }),
          requestInfo?.headers.get("mcp-method") ?? "",
          log,
        ),
      {
        legacy: "reject",
        ...(bus && { bus }),
        onerror: (error) => log.debug("The protocol layer reported an error", { error }),
      },
    );
  const everybody = handler();

  function ask(
    { fetch }: ReturnType<typeof handler>,
    { request, principal, connection }: Exchange,
    message: JSONRPCRequest,
  ): Promise<Response> {
    const { url, headers, signal } = request;
    return fetch(new Request(url, { method: "POST", headers, signal }), {
      authInfo: {
        token: "",
        clientId: principal.id,
        scopes: [],
        extra: { [PARTS.connection]: connection },
      },
      parsedBody: message,
    });
  }

  /** Each stream has a handler of its own, because a handler tells all of its streams the same. */
  function listen(exchange: Exchange, message: JSONRPCRequest): Promise<Response> {
    const own = handler(
      busOf(everybody.bus, (notify) => follow(listenOf(message), exchange.connection, notify)),
    );
    listening += 1;
    const release = leases.hold(exchange.principal, () => void own.close());
    exchange.isEndless();
    exchange.onEnded(() => {
      listening -= 1;
      release();
    });
    return ask(own, exchange, message);
  }

  return {
    async serve(exchange, message) {
      if (message.method === LISTEN)
        return listening < MAX_LISTENING ? listen(exchange, message) : tooManyStreams();
      const response = await ask(everybody, exchange, message);
      return acceptsStream(exchange.request) ? response : asJson(response);
    },
    bus: everybody.bus,
    notify: everybody.notify,
    close: () => everybody.close(),
  };
}

/** The changes that are told to everybody, and those that one stream alone may hear of. */
function busOf(
  everybody: ServerEventBus,
  follow: (notify: (uri: string) => void) => () => void,
): ServerEventBus {
  return {
    publish: (event) => everybody.publish(event),
    subscribe(listener) {
      const leave = everybody.subscribe((event) => {
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

/** Asked for after the SDK has checked it. */
function listenOf({ id, params }: JSONRPCRequest): Listen {
  const { notifications } = (params ?? {}) as {
    notifications?: { resourceSubscriptions?: readonly string[] };
  };
  return { id, uris: notifications?.resourceSubscriptions ?? [], meta: params?._meta ?? {} };
}

function tooManyStreams(): Response {
  return problemResponse({
    status: 503,
    code: "UNAVAILABLE",
    message: `${MAX_LISTENING} streams listen already. Try again in a moment, or read again instead of listening.`,
    headers: { "Retry-After": "5" },
  });
}
