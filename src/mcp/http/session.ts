import {
  type McpServer,
  type RequestId,
  type ServerEvent,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { Log } from "../../domain/shared/ports.ts";
import type { Reading } from "../messages/envelope.ts";
import { trackInFlight } from "../messages/in-flight.ts";
import { createLifecycle } from "../messages/lifecycle.ts";
import { CODES, refuse } from "../messages/refusal.ts";
import type { RequestLogs } from "../messages/request-logs.ts";
import { type RoutingState, routeMessage } from "../messages/routing.ts";
import { logOf, sanitizeLegacyReply, transformSent } from "../messages/sanitize-replies.ts";
import { ACCEPTS_BOTH } from "./json-answer.ts";
import type { Principal } from "./principal.ts";
import { refusalResponse } from "./problem.ts";

/** The session of a client of the `initialize` family. */
export interface Session {
  readonly id: string;
  readonly principal: Principal;
  /** A message from the client. */
  post(request: Request, reading: Reading): Promise<Response>;
  /** `GET` opens the stream for server messages, `DELETE` ends the session. */
  other(request: Request): Promise<Response>;
  announce(event: ServerEvent): void;
  isBusy(): boolean;
  close(): Promise<void>;
}

export interface SessionOptions {
  readonly id: string;
  readonly principal: Principal;
  readonly server: McpServer;
  readonly log: Log;
  readonly requests: RequestLogs;
  onClosed(): void;
}

const EARLY = refuse(
  null,
  CODES.invalidRequest,
  'Invalid request: "initialize" is still being answered. Wait for its result first.',
);

export async function openSession(options: SessionOptions): Promise<Session> {
  const { id, principal, server, log, requests } = options;
  const state: RoutingState & { sentRequests: Set<RequestId> } = {
    lifecycle: createLifecycle(),
    inFlight: trackInFlight(requests.ended),
    sentRequests: new Set(),
  };
  const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => id });
  transformSent(transport, (message) => {
    if ("method" in message) {
      if ("id" in message) state.sentRequests.add(message.id);
      return message;
    }
    const entry = logOf(message, requests);
    const method = (message.id !== undefined && state.inFlight.settle(message.id)?.method) || "";
    if (method === "initialize") state.lifecycle.initializeAnswered("result" in message);
    return sanitizeLegacyReply(message, method, entry);
  });
  await server.connect(transport);
  const previousOnClose = server.server.onclose;
  server.server.onclose = () => {
    previousOnClose?.();
    options.onClosed();
  };

  return {
    id,
    principal,
    async post(request, reading) {
      const route = routeMessage(reading, state);
      if (route.to === "client") return refusalResponse(route.refusal);
      if (route.to === "held") return refusalResponse(EARLY);
      if (route.to === "nobody") {
        log.debug("Ignored a message", { reason: route.reason });
        return new Response(null, { status: 202 });
      }
      return transport.handleRequest(acceptingBoth(request), { parsedBody: route.message });
    },
    other: (request) => transport.handleRequest(request),
    announce(event) {
      if (event.kind === "tools_list_changed") server.sendToolListChanged();
      else if (event.kind === "prompts_list_changed") server.sendPromptListChanged();
      else if (event.kind === "resources_list_changed") server.sendResourceListChanged();
    },
    isBusy: () => state.inFlight.unfinished().length > 0,
    close: () => server.close(),
  };
}

/** The SDK refuses requests that do not accept both; the caller converts the response if needed. */
function acceptingBoth(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.set("accept", ACCEPTS_BOTH);
  return new Request(request.url, { method: request.method, headers });
}
