import {
  isJSONRPCNotification,
  type JSONRPCMessage,
  type JSONRPCResponse,
  type McpServerFactory,
  type RequestId,
  SUBSCRIPTION_ID_META_KEY,
  type Transport,
  type TransportSendOptions,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Log } from "../../shared/ports.ts";
import type { ListenObserver } from "../changes/listen-relay.ts";
import type { Reading } from "../messages/envelope.ts";
import { errorForLog, idForLog, methodForLog, problemForLog } from "../messages/for-log.ts";
import { type InFlight, trackInFlight } from "../messages/in-flight.ts";
import { createLifecycle } from "../messages/lifecycle.ts";
import { CODES, type ErrorObject, type Refusal, refuse } from "../messages/refusal.ts";
import type { RequestLogs } from "../messages/request-logs.ts";
import type { Era } from "../messages/revision.ts";
import { routeMessage } from "../messages/routing.ts";
import { replyTooLong, sanitizeError, withCodeOfOlderRevisions } from "../messages/sanitize-error.ts";
import type { Outgoing } from "./output.ts";

/** Both eras of the protocol on one pipe: each message goes to the server of its era. */
interface Eras {
  accept(reading: Reading): void;
  refuse(refusal: Refusal): void;
  /** Resolves when no request waits for a reply. */
  idle(): Promise<void>;
  /** Answers the unfinished requests with an error and closes both servers. */
  close(): Promise<void>;
}

interface ErasOptions {
  readonly factory: McpServerFactory;
  readonly log: Log;
  readonly requests: RequestLogs;
  readonly listening?: ListenObserver | undefined;
  write(message: Outgoing): Promise<void>;
  onRefusal(refusal: Refusal): void;
  /** Called when a server closed the connection. */
  onClosed(): void;
}

/** A request that is being answered, with the log that knows it. */
interface Answered {
  readonly id: RequestId;
  readonly method: string;
  readonly entry: Log;
}

const UNFINISHED =
  "The server stopped before this request was finished; it may or may not have taken effect.";

export function openEras(options: ErasOptions): Eras {
  const { factory, log, requests, listening, write, onRefusal, onClosed } = options;
  const lifecycle = createLifecycle();
  const inFlight = trackInFlight(requests.ended);
  const listens = trackListens(inFlight, listening);
  const sentRequests = new Set<RequestId>();
  const servers = new Map<Era, EraServer>();
  let held: Reading[] = [];

  function serverOf(era: Era): EraServer {
    const open = servers.get(era);
    if (open) return open;
    const server = openEraServer(factory, era, {
      onSend: (message, options) => send(era, message, options),
      onClosed,
      onError: (error) => log.warn("The protocol layer reported an error", { era, ...problemForLog(error) }),
    });
    servers.set(era, server);
    return server;
  }

  function accept(reading: Reading): void {
    const route = routeMessage(reading, { lifecycle, inFlight, sentRequests });
    if (route.to === "server") {
      listens.incoming(route.message);
      serverOf(route.era).deliver(route.message);
    } else if (route.to === "client") answer(route.refusal);
    else if (route.to === "held") held.push(reading);
    else log.debug("Ignored a message", { reason: route.reason });
  }

  function answer(refusal: Refusal, entry = requests.next()): void {
    const { id, error } = refusal;
    entry.warn("Refused a message", { ...idForLog(id), ...errorForLog(error) });
    onRefusal(refusal);
    void write({ jsonrpc: "2.0", ...refusal });
  }

  async function send(era: Era, message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (!("method" in message)) {
      await sendReply(era, message);
      return;
    }
    listens.outgoing(message);
    if ("id" in message) sentRequests.add(message.id);
    const about = options?.relatedRequestId;
    const isLate = about !== undefined && !inFlight.get(about);
    if (isLate && message.method === "notifications/progress") return;
    await write(message);
  }

  async function sendReply(era: Era, message: JSONRPCResponse): Promise<void> {
    const { id } = message;
    if (id === undefined || inFlight.get(id)?.era !== era) return;
    const entry = requests.of(id);
    const { method = "" } = inFlight.settle(id) ?? {};
    const about = { id, method, entry };
    const error = "error" in message ? message.error : replyTooLong(message);
    const written = error
      ? writeError(about, era === "legacy" ? withCodeOfOlderRevisions(error) : error)
      : writeResult(about, message);
    if (era === "legacy" && method === "initialize") {
      lifecycle.initializeAnswered("result" in message);
      const released = held;
      held = [];
      for (const reading of released) accept(reading);
    }
    await written;
  }

  async function writeResult(about: Answered, message: JSONRPCMessage): Promise<void> {
    try {
      await write(message);
    } catch (error) {
      await writeError(about, { code: CODES.internal, message: `The result is not JSON: ${error}` });
    }
  }

  async function writeError({ id, method, entry }: Answered, original: ErrorObject): Promise<void> {
    const { error, hidden } = sanitizeError(original, method);
    const about = { ...idForLog(id), method: methodForLog(method), ...errorForLog(error) };
    if (hidden === undefined) entry.warn("A request was refused", about);
    else entry.error("A request failed", { ...about, reason: hidden });
    await write({ jsonrpc: "2.0", id, error });
  }

  return {
    accept,
    refuse: answer,
    idle: () => inFlight.idle(),
    async close() {
      for (const id of inFlight.unfinished()) {
        const entry = requests.of(id);
        inFlight.settle(id);
        answer(refuse(id, CODES.internal, UNFINISHED), entry);
      }
      for (const server of servers.values()) await server.close();
    },
  };
}

/** The server of one era on the shared pipe. The SDK binds a connection to one era, so each era has its own. */
interface EraServer {
  deliver(message: JSONRPCMessage): void;
  close(): Promise<void>;
}

interface EraServerEvents {
  onSend(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void>;
  onClosed(): void;
  onError(error: Error): void;
}

function openEraServer(factory: McpServerFactory, era: Era, events: EraServerEvents): EraServer {
  const transport: Transport = {
    start: async () => {},
    send: (message, options) => events.onSend(message, options),
    close: async () => events.onClosed(),
  };
  const handle = serveStdio(factory, {
    transport,
    // Cancellations have no version; with "serve" the SDK would take one after a discovery for a change of era.
    legacy: era === "legacy" ? "serve" : "reject",
    onerror: (error) => events.onError(error),
  });
  return {
    deliver: (message) => transport.onmessage?.(message),
    close: () => handle.close(),
  };
}

/** Reports listen requests to an observer: opened when the server acknowledges one, closed when the client cancels it. */
interface ListenTracker {
  incoming(message: JSONRPCMessage): void;
  outgoing(message: JSONRPCMessage): void;
}

export function trackListens(inFlight: InFlight, observer: ListenObserver | undefined): ListenTracker {
  return {
    incoming(message) {
      if (!isJSONRPCNotification(message) || message.method !== "notifications/cancelled") return;
      observer?.closed(message.params?.["requestId"] as RequestId);
    },
    outgoing(message) {
      if (!isJSONRPCNotification(message) || message.method !== "notifications/subscriptions/acknowledged") {
        return;
      }
      const { _meta: meta, notifications } = (message.params ?? {}) as {
        _meta?: Record<string, unknown>;
        notifications?: { resourceSubscriptions?: readonly string[] };
      };
      const id = meta?.[SUBSCRIPTION_ID_META_KEY] as RequestId;
      const pending = inFlight.get(id);
      const uris = notifications?.resourceSubscriptions ?? [];
      // It may have been cancelled before the server acknowledged it.
      if (pending && uris.length > 0) observer?.opened({ id, uris, meta: pending.meta ?? {} });
    },
  };
}
