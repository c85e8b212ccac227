import { describe, expect, it } from "vitest";
import type { Listen } from "../../../src/mcp/changes/listening.ts";
import { trackInFlight } from "../../../src/mcp/messages/in-flight.ts";
import { readListens } from "../../../src/mcp/stdio/listens.ts";

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
  const opened: Listen[] = [];
  const closed: unknown[] = [];
  const inFlight = trackInFlight();
  const listens = readListens(inFlight, {
    opened: (listen) => opened.push(listen),
    closed: (id) => closed.push(id),
  });
  return { opened, closed, inFlight, listens };
}

describe("what 2026 clients listen to, read off the wire", () => {
  it("counts once it is acknowledged, with what was granted and what the request said about itself", () => {
    const { opened, closed, inFlight, listens } = observed();
    const meta = { "membria/project": "bank" };
    inFlight.add("sub", { era: "modern", method: "subscriptions/listen", meta });
    listens.outgoing(acknowledged("sub", ["membria://decisions/all"]));
    expect(opened).toEqual([{ id: "sub", uris: ["membria://decisions/all"], meta }]);
    listens.incoming(cancelled("sub"));
    expect(closed).toEqual(["sub"]);
  });

  it("is nothing when no resource was granted, or when it was cancelled before it was served", () => {
    const { opened, inFlight, listens } = observed();
    inFlight.add(1, { era: "modern", method: "subscriptions/listen" });
    listens.outgoing(acknowledged(1));
    inFlight.settle(1);
    listens.outgoing(acknowledged(1, ["membria://decisions/all"]));
    expect(opened).toEqual([]);
  });
});
