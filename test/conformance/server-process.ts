import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readEnvironment } from "../../src/main/environment.ts";
import { wire } from "../../src/main/wire.ts";
import { rateLimits } from "../../src/mcp/calls/limits.ts";
import { createQuestionStates } from "../../src/mcp/calls/question-states.ts";
import { followListen } from "../../src/mcp/changes/subscriptions.ts";
import { allowEveryone } from "../../src/mcp/http/authenticate.ts";
import { connectionOf } from "../../src/mcp/http/connection-facts.ts";
import { createEndpoint } from "../../src/mcp/http/endpoint.ts";
import { serveOverHttp } from "../../src/mcp/http/serve.ts";
import { createSessions } from "../../src/mcp/http/sessions.ts";
import { createRequestLogs } from "../../src/mcp/messages/request-logs.ts";
import { mcpServer } from "../../src/mcp/server.ts";
import { withFixtures } from "./fixture-server.ts";

/** The HTTP server with the fixtures, on a free port and an empty memory; says where, and ends with its input. */
const home = await mkdtemp(join(tmpdir(), "membria-conformance-"));
const deps = await wire(
  readEnvironment({ home, dbPath: join(home, "membria.db"), project: "conformance", logLevel: "error" }),
  process.stderr,
  { keepsRunning: false },
);
const limits = rateLimits("off", deps.clock);
const questionStates = createQuestionStates(deps);
const exposure = { profile: "core", toolNames: "portable", readOnly: false } as const;
const http = await serveOverHttp({
  endpoint: createEndpoint({
    server: withFixtures((connection) => mcpServer(deps, { version: "0.0.0", exposure, connection })),
    follow: (listen, connection, notify) => followListen(listen, { deps, connection }, notify),
    sessions: createSessions(deps.clock),
    entropy: deps.entropy,
    log: deps.log,
  }),
  // The suites do not use keys.
  authenticate: allowEveryone("agent"),
  connectionOf: (principal, request) =>
    connectionOf(principal, request, {
      dueDays: 30,
      project: "conformance",
      limits,
      questionStates,
      noteProjectUse: () => {},
      requests: createRequestLogs(deps.log, deps.entropy),
    }),
  metrics: async () => new Response(null, { status: 404 }),
  address: { host: "127.0.0.1", port: 0, behindProxy: false, allowedHosts: [] },
  memory: deps.memory,
  log: deps.log,
});
process.stdout.write(`${http.url}/mcp\n`);
process.stdin.resume();
process.stdin.once("end", async () => {
  await http.close();
  await deps.close();
  await rm(home, { recursive: true, force: true });
});
