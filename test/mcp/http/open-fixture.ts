import type { McpServer } from "@modelcontextprotocol/server";
import { onTestFinished } from "vitest";
import { UNLIMITED } from "../../../src/mcp/calls/limits.ts";
import { allowEveryone } from "../../../src/mcp/http/authenticate.ts";
import { createEndpoint } from "../../../src/mcp/http/endpoint.ts";
import { serveOverHttp } from "../../../src/mcp/http/serve.ts";
import { createSessions } from "../../../src/mcp/http/sessions.ts";
import { createRequestLogs } from "../../../src/mcp/messages/request-logs.ts";
import { systemEntropy } from "../../../src/shared/system/system.ts";
import { openMemory } from "../../support/memory.ts";
import { recordingLog } from "../stdio/connection.ts";
import { fixture } from "../stdio/fixture-server.ts";

/** A server whose tools end when the test says so. */
export async function openFixture(drainMs: number) {
  const { log, entries } = recordingLog();
  const memory = await openMemory(log);
  const tools = fixture();
  const http = await serveOverHttp({
    endpoint: createEndpoint({
      server: () => (context) => tools.factory(context) as McpServer,
      follow: () => () => {},
      sessions: createSessions(memory.clock),
      entropy: systemEntropy,
      log: memory.log,
    }),
    authenticate: allowEveryone("agent"),
    metrics: async () => new Response(),
    connectionOf: () => ({
      role: "agent",
      dueDays: 30,
      limits: UNLIMITED,
      requests: createRequestLogs(memory.log, memory.entropy),
      project: async () => ({ project: "shop", dueDays: 30 }),
    }),
    address: { host: "127.0.0.1", port: 0, behindProxy: false, allowedHosts: [] },
    times: { drainMs },
    memory: memory,
    log: memory.log,
  });
  onTestFinished(() => http.close());
  const post = (message: unknown, headers = {}, signal?: AbortSignal) =>
    fetch(`${http.url}/mcp`, {
      method: "POST",
      ...(signal && { signal }),
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(message),
    });
  return { http, tools, post, log: entries };
}
