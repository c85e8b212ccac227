import {
  isJSONRPCResponse,
  type JSONRPCMessage,
  type JSONRPCNotification,
  type JSONRPCRequest,
  type RequestId,
} from "@modelcontextprotocol/server";
import { isRequestId, type Reading, type Reply } from "./envelope.ts";
import type { InFlight } from "./in-flight.ts";
import { type Lifecycle, withObjectCapabilities } from "./lifecycle.ts";
import { CODES, type Refusal, refuse, shown } from "./refusal.ts";
import { type Era, eraOfNotification, eraOfRequest } from "./revision.ts";

/** Where a message goes. */
export type Route =
  | { readonly to: "server"; readonly era: Era; readonly message: JSONRPCMessage }
  | { readonly to: "client"; readonly refusal: Refusal }
  /** Asked again once `initialize` is answered. */
  | { readonly to: "held" }
  | { readonly to: "nobody"; readonly reason: string };

export interface RoutingState {
  readonly lifecycle: Lifecycle;
  readonly inFlight: InFlight;
  /** Requests of ours that the client has not answered yet. Only the older family has them. */
  readonly asked: Set<RequestId>;
}

const refusedWith = (refusal: Refusal): Route => ({ to: "client", refusal });
const nobody = (reason: string): Route => ({ to: "nobody", reason });
const server = (era: Era, message: JSONRPCMessage): Route => ({ to: "server", era, message });

/** Decides, and keeps the books: a request that goes to a server is in flight, a cancelled one no longer is. */
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
  return nobody(`${shown(notification.method)} has no place in this phase of the session`);
}

/** A cancellation goes where its request is, whatever era it claims for itself. */
function routeCancellation(notification: JSONRPCNotification, state: RoutingState): Route {
  const { lifecycle, inFlight } = state;
  const { requestId: id } = notification.params ?? {};
  const pending = isRequestId(id) ? inFlight.get(id) : undefined;
  if (isRequestId(id) && pending && pending.method !== "initialize") {
    inFlight.settle(id);
    return server(pending.era, notification);
  }
  // Its request may be held, and comes first then.
  if (!pending && lifecycle.notification(notification) === "hold") return { to: "held" };
  return nobody(`cancellation of ${shown(id)}, which is not in flight or cannot be cancelled`);
}

function routeReply(reply: Reply, { asked }: RoutingState): Route {
  const { id } = reply;
  if (!(isRequestId(id) && asked.delete(id))) return nobody("reply to a request that was never sent");
  // Whoever waits for it would wait for ever: the SDK drops replies that do not fit its schema.
  const malformed = { code: CODES.invalidRequest, message: "The client's reply was malformed." };
  return server("legacy", isJSONRPCResponse(reply) ? reply : { jsonrpc: "2.0", id, error: malformed });
}
