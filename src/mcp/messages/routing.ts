import {
  isJSONRPCResponse,
  type JSONRPCMessage,
  type JSONRPCNotification,
  type JSONRPCRequest,
  type RequestId,
} from "@modelcontextprotocol/server";
import { isRequestId, type Reading, type Reply } from "./envelope.ts";
import { methodForLog } from "./for-log.ts";
import type { InFlight } from "./in-flight.ts";
import { type Lifecycle, withObjectCapabilities } from "./lifecycle.ts";
import { CODES, type Refusal, refuse, shown } from "./refusal.ts";
import { type Era, eraOfNotification, eraOfRequest } from "./revision.ts";

/** Where a message goes. */
export type Route =
  | { readonly to: "server"; readonly era: Era; readonly message: JSONRPCMessage }
  | { readonly to: "client"; readonly refusal: Refusal }
  /** Routed again once `initialize` is answered. */
  | { readonly to: "held" }
  | { readonly to: "nobody"; readonly reason: string };

export interface RoutingState {
  readonly lifecycle: Lifecycle;
  readonly inFlight: InFlight;
  /** Our own requests that the client has not answered yet. Only the older family has them. */
  readonly sentRequests: Set<RequestId>;
}

const refusedWith = (refusal: Refusal): Route => ({ to: "client", refusal });
const nobody = (reason: string): Route => ({ to: "nobody", reason });
const server = (era: Era, message: JSONRPCMessage): Route => ({ to: "server", era, message });

/** Decides where a message goes, and updates the list of requests in flight. */
export function routeMessage(reading: Reading, state: RoutingState): Route {
  switch (reading.kind) {
    case "request":
      return routeRequest(reading.message, state);
    case "notification":
      return reading.message.method === "notifications/cancelled"
        ? routeCancellation(reading.message, state)
        : routeNotification(reading.message, state);
    case "reply":
      return routeReply(reading.message, state);
    case "refused":
      return refusedWith(reading.refusal);
    case "ignored":
      return nobody(reading.reason);
  }
}

function routeRequest(request: JSONRPCRequest, { lifecycle, inFlight }: RoutingState): Route {
  const { id, method } = request;
  if (inFlight.get(id)) {
    const problem = `Invalid request: the id ${shown(id)} belongs to a request still in flight. Use a new one.`;
    return refusedWith(refuse(id, CODES.invalidRequest, problem));
  }
  const era = eraOfRequest(request);
  if (typeof era === "object") return refusedWith(era);
  const verdict = era === "modern" ? "deliver" : lifecycle.request(request);
  if (typeof verdict === "object") return refusedWith(verdict);
  if (verdict === "hold") return { to: "held" };
  inFlight.add(id, { era, method, meta: request.params?._meta });
  return server(era, era === "legacy" && method === "initialize" ? withObjectCapabilities(request) : request);
}

function routeNotification(notification: JSONRPCNotification, { lifecycle }: RoutingState): Route {
  if (eraOfNotification(notification) === "modern") return server("modern", notification);
  const verdict = lifecycle.notification(notification);
  if (verdict === "hold") return { to: "held" };
  if (verdict === "deliver") return server("legacy", notification);
  return nobody(`${methodForLog(notification.method)} is not allowed in this phase of the session`);
}

/** A cancellation goes to the server that has its request, whatever era it names itself. */
function routeCancellation(notification: JSONRPCNotification, state: RoutingState): Route {
  const { lifecycle, inFlight } = state;
  const { requestId: id } = notification.params ?? {};
  const pending = isRequestId(id) ? inFlight.get(id) : undefined;
  if (isRequestId(id) && pending && pending.method !== "initialize") {
    inFlight.settle(id);
    return server(pending.era, notification);
  }
  // Its request may be on hold, and has to be routed first.
  if (!pending && lifecycle.notification(notification) === "hold") return { to: "held" };
  return nobody("cancellation of a request that is not in flight or cannot be cancelled");
}

function routeReply(reply: Reply, { sentRequests }: RoutingState): Route {
  const { id } = reply;
  if (!(isRequestId(id) && sentRequests.delete(id))) return nobody("reply to a request that was never sent");
  // The SDK drops replies that do not match its schema, and the request would never be answered.
  const malformed = { code: CODES.invalidRequest, message: "The client's reply was malformed." };
  return server("legacy", isJSONRPCResponse(reply) ? reply : { jsonrpc: "2.0", id, error: malformed });
}
