import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { McpServer } from "@modelcontextprotocol/server";
import { describe, expect, it, onTestFinished } from "vitest";
import { callTool } from "../../../src/mcp/calls/call-tool.ts";
import { UNLIMITED } from "../../../src/mcp/calls/limits.ts";
import { createRequestLogs } from "../../../src/mcp/messages/request-logs.ts";
import { Fault } from "../../../src/shared/errors.ts";
import type { Call } from "../../../src/shared/operations/operation.ts";
import type { Log } from "../../../src/shared/ports.ts";
import type { Tool } from "../../../src/tools/tool.ts";
import { openMemory } from "../../support/memory.ts";
import { toolNamed } from "../../support/tools.ts";

/** A client on a server whose only tool does `work`. */
async function clientOf(work: (call: Call) => Promise<void>, readOnly = false): Promise<Client> {
  const memory = await openMemory();
  const tool: Tool = {
    ...toolNamed("membria_get_decision"),
    call: async (_args, _deps, call) => {
      await work(call);
      return { structured: {}, text: "done" };
    },
  };
  const settings = {
    exposure: { profile: "core", toolNames: "portable", readOnly },
    connection: {
      role: "agent",
      dueDays: 30,
      limits: UNLIMITED,
      requests: createRequestLogs(memory.log, memory.entropy),
      project: async () => ({ project: "shop", dueDays: 30 }),
    },
    clientLog: { of: (log: Log) => log },
  } as const;
  const mcp = new McpServer({ name: "membria", version: "0" }, { capabilities: { tools: {} } });
  mcp.server.setRequestHandler("tools/call", ({ params }, context) =>
    callTool(tool, params.arguments, memory, settings, { server: mcp.server, context }),
  );
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "test-client", version: "1" });
  await mcp.connect(ours);
  await client.connect(theirs);
  onTestFinished(() => client.close());
  return client;
}

const call = { name: "anything", arguments: {} };

describe("progress", () => {
  const counting = async ({ progress }: Call): Promise<void> => {
    progress(1);
    progress(2, 3);
    progress(3, 3, "nearly");
  };

  it("is sent to a caller who asked for it", async () => {
    const client = await clientOf(counting);
    const heard: unknown[] = [];
    await client.callTool(call, { onprogress: (step) => heard.push(step) });
    expect(heard).toEqual([
      { progress: 1 },
      { progress: 2, total: 3 },
      { progress: 3, total: 3, message: "nearly" },
    ]);
  });

  it("is not sent to other callers", async () => {
    const client = await clientOf(counting);
    const heard: unknown[] = [];
    client.setNotificationHandler("notifications/progress", (note) => void heard.push(note));
    expect(await client.callTool(call)).toMatchObject({ content: [{ type: "text", text: "done" }] });
    expect(heard).toEqual([]);
  });
});

describe("what a tool throws", () => {
  it("becomes a refusal in the tool's error format", async () => {
    const client = await clientOf(async () => {
      throw new Fault("limited", "Too many calls.", { retryAfter: 7 });
    });
    expect(await client.callTool(call)).toMatchObject({
      isError: true,
      structuredContent: { error: { code: -32004, data: { problem: "Too many calls.", retry_after: 7 } } },
    });
  });
});

describe("a server that only reads", () => {
  it("treats every caller as a viewer, so that not even the question is recorded", async () => {
    const roles: string[] = [];
    for (const readOnly of [false, true]) {
      const client = await clientOf(async ({ actor }) => void roles.push(actor.role), readOnly);
      await client.callTool(call);
    }
    expect(roles).toEqual(["agent", "viewer"]);
  });
});
