import { describe, expect, it } from "vitest";
import type { ListenRequest } from "../../../src/mcp/changes/listen-relay.ts";
import { trackInFlight } from "../../../src/mcp/messages/in-flight.ts";
import { trackListens } from "../../../src/mcp/stdio/eras.ts";

const acknowledged = (id: unknown, resourceSubscriptions?: readonly string[]) => ({
  jsonrpc: "2.0" as const,
  method: "notifications/subscriptions/acknowledged",
  params: {
    _meta: { "io.modelcontextprotocol/subscriptionId": id },
    notifications: { ...(resourceSubscriptions && { resourceSubscriptions }) },
  },
});
const cancelled = (requestId: unknown) => ({
  jsonrpc: "2.0" as const,
  method: "notifications/cancelled",
  params: { requestId },
});

function observed() {
  const opened: ListenRequest[] = [];
  const closed: unknown[] = [];
  const inFlight = trackInFlight();
  const listens = trackListens(inFlight, {
    opened: (listen) => opened.push(listen),
    closed: (id) => closed.push(id),
  });
  return { opened, closed, inFlight, listens };
}

describe("tracking the listen requests of 2026 clients", () => {
  it("reports a request once it is acknowledged, with the granted addresses and the meta of the request", () => {
    const { opened, closed, inFlight, listens } = observed();
    const meta = { "membria/project": "bank" };
    inFlight.add("sub", { era: "modern", method: "subscriptions/listen", meta });
    listens.outgoing(acknowledged("sub", ["membria://decisions/all"]));
    expect(opened).toEqual([{ id: "sub", uris: ["membria://decisions/all"], meta }]);
    listens.incoming(cancelled("sub"));
    expect(closed).toEqual(["sub"]);
  });

  it("reports nothing if no resource was granted, or if it was cancelled before", () => {
    const { opened, inFlight, listens } = observed();
    inFlight.add(1, { era: "modern", method: "subscriptions/listen" });
    listens.outgoing(acknowledged(1));
    inFlight.settle(1);
    listens.outgoing(acknowledged(1, ["membria://decisions/all"]));
    expect(opened).toEqual([]);
  });
});
