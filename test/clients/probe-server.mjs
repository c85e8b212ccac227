import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { recordedVariables } from "./recorded-variables.mjs";

// An MCP server over stdio that writes down how it was started and what it is asked: node probe-server.mjs <file>
// Its tool `note` answers with its argument `answer`, so that a test decides what a hook of type mcp_tool returns.
const [file] = process.argv.slice(2);
const write = (entry) => appendFileSync(file, `${JSON.stringify(entry)}\n`);
const variables = recordedVariables();
write({ started: { cwd: process.cwd(), args: process.argv.slice(3), variables } });

const NOTE = {
  name: "note",
  description: "Keeps a note.",
  inputSchema: { type: "object", properties: { answer: { type: "string" } }, additionalProperties: true },
};
const ANSWERS = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "probe", version: "1.0.0" },
    instructions: "INSTRUCTIONS-OF-PROBE: keep notes.",
  }),
  "tools/list": () => ({ tools: [NOTE] }),
  "tools/call": ({ arguments: given = {} }) => ({
    content: [{ type: "text", text: given.answer ?? "Noted." }],
  }),
  ping: () => ({}),
};
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

let offersRoots = false;
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  write({ received: message });
  const { id, method, params } = message;
  if (method === "initialize") offersRoots = params.capabilities?.roots !== undefined;
  if (method === "notifications/initialized" && offersRoots) send({ id: "roots", method: "roots/list" });
  if (id === undefined || method === undefined) continue;
  if (method in ANSWERS) send({ id, result: ANSWERS[method](params ?? {}) });
  else send({ id, error: { code: -32601, message: `${method} is not offered.` } });
}
