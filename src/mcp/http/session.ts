import type { McpServer, RequestId, ServerEvent } from "@modelcontextprotocol/server";
import type { Log } from "../../shared/ports.ts";
import type { Reading } from "../messages/envelope.ts";
import { trackInFlight } from "../messages/in-flight.ts";
import { createLifecycle } from "../messages/lifecycle.ts";
import { CODES, refuse } from "../messages/refusal.ts";
import type { RequestLogs } from "../messages/request-logs.ts";
import { type RoutingState, routeMessage } from "../messages/routing.ts";
import { sanitizeLegacyReply } from "../messages/sanitize-replies.ts";
import { ACCEPTED, acceptsStream, type Sent } from "./answer.ts";
import type { Principal } from "./authenticate.ts";
import { refusalResponse } from "./problem.ts";
import { createSessionTransport } from "./session-transport.ts";

/** The session of a client of the `initialize` family. */
export interface Session {
  readonly id: string;
  readonly principal: Principal;
  /** A message from the client. */
  post(request: Request, reading: Reading): Promise<Sent>;
  /** `GET` opens the stream for server messages, `DELETE` ends the session. */
  other(request: Request): Promise<Sent>;
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

const VERSION_HEADER = "mcp-protocol-version";

const EARLY = refuse(
  null,
  CODES.invalidRequest,
  'Invalid request: "initialize" is still being answered. Wait for its result first.',
);

export async function openSession(options: SessionOptions): Promise<Session> {
  const { id, principal, server, log, requests } = options;
  const state: RoutingState = {
    lifecycle: createLifecycle(),
    inFlight: trackInFlight(requests.ended),
    sentRequests: new Set<RequestId>(),
  };
  const transport = createSessionTransport(id, (message) => {
    if ("method" in message) {
      if ("id" in message) state.sentRequests.add(message.id);
      return JSON.stringify(message);
    }
    const { id: answered } = message;
    const { method = "" } = (answered !== undefined && state.inFlight.get(answered)) || {};
    if (method === "initialize") state.lifecycle.initializeAnswered("result" in message);
    const log = () => (answered === undefined ? requests.next() : requests.of(answered));
    const { text } = sanitizeLegacyReply(message, { method, log });
    // Only now, because with it the log of the request ends.
    if (answered !== undefined) state.inFlight.settle(answered);
    return text;
  });
  await server.connect(transport);
  const previousOnClose = server.server.onclose;
  server.server.onclose = () => {
    previousOnClose?.();
    options.onClosed();
  };

  /** A client that speaks another revision than the session would misunderstand its answers. */
  function refuseVersion(request: Request): Response | undefined {
    const version = request.headers.get(VERSION_HEADER);
    const { supportedVersions } = transport;
    if (version === null || supportedVersions.includes(version)) return undefined;
    return refused(
      400,
      `Bad Request: Unsupported protocol version: ${version} (supported versions: ${supportedVersions.join(", ")})`,
    );
  }

  return {
    id,
    principal,
    async post(request, reading) {
      const isInitialize = reading.kind === "request" && reading.message.method === "initialize";
      const refusal = isInitialize ? undefined : refuseVersion(request);
      if (refusal) return refusal;
      const route = routeMessage(reading, state);
      if (route.to === "client") return refusalResponse(route.refusal);
      if (route.to === "held") return refusalResponse(EARLY);
      if (route.to === "nobody") {
        log.debug("Ignored a message", { reason: route.reason });
        return ACCEPTED;
      }
      const { message } = route;
      if ("method" in message && "id" in message)
        return transport.ask(message, { acceptsStream: acceptsStream(request) });
      transport.tell(message);
      if ("method" in message && message.method === "notifications/cancelled")
        transport.cancel(message.params?.["requestId"] as RequestId);
      return ACCEPTED;
    },
    async other(request) {
      const isGet = request.method === "GET";
      if (isGet && !acceptsStream(request))
        return refused(406, "Not Acceptable: Client must accept text/event-stream");
      const refusal = refuseVersion(request);
      if (refusal) return refusal;
      if (isGet)
        return transport.listen() ?? refused(409, "Conflict: Only one SSE stream is allowed per session");
      await server.close();
      return new Response(null);
    },
    announce(event) {
      if (event.kind === "tools_list_changed") server.sendToolListChanged();
      else if (event.kind === "prompts_list_changed") server.sendPromptListChanged();
      else if (event.kind === "resources_list_changed") server.sendResourceListChanged();
    },
    isBusy: () => state.inFlight.unfinished().length > 0,
    close: () => server.close(),
  };
}

/** The code that the SDK has for requests whose headers are wrong. */
const WRONG_HEADERS = -32_000;

const refused = (status: number, message: string): Response =>
  refusalResponse(refuse(null, WRONG_HEADERS, message), status);
