/** The fixture server as a process on real pipes: what the bin does with the real one. */

import { createRequestLogs } from "../../../src/mcp/messages/request-logs.ts";
import { serveOverStdio } from "../../../src/mcp/stdio/serve.ts";
import { systemEntropy } from "../../../src/shared/system/system.ts";
import { fixture } from "./fixture-server.ts";
import { stderrLog } from "./stderr-log.ts";

const { closed, close } = serveOverStdio(fixture().factory, {
  input: process.stdin,
  output: process.stdout,
  log: stderrLog,
  requests: createRequestLogs(stderrLog, systemEntropy),
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void close());
await closed;
process.exit(0);
