import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/**
 * A client of the server on its pipes, as small as can be. With `agrees` it can ask its person, who says yes to
 * everything.
 */
export async function openSession(command, { agrees = false, client = "shop-agent", ...options }) {
  const [program, ...args] = command;
  const child = spawn(program, args, { ...options, stdio: ["pipe", "pipe", "pipe"] });
  const waiting = new Map();
  let errors = "";
  let lastId = 0;
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  child.stdin.on("error", () => {});
  createInterface({ input: child.stdout }).on("line", (line) => {
    const message = JSON.parse(line);
    if (message.method === "elicitation/create") {
      const agreed = Object.keys(message.params.requestedSchema?.properties ?? {}).map((name) => [
        name,
        true,
      ]);
      send({ id: message.id, result: { action: "accept", content: Object.fromEntries(agreed) } });
    } else {
      waiting.get(message.id)?.(message);
    }
  });
  const exit = once(child, "close").then(() => {
    for (const answer of waiting.values()) answer(undefined);
  });

  async function request(method, params) {
    const id = ++lastId;
    const reply = new Promise((resolve) => waiting.set(id, resolve));
    send({ id, method, params });
    const { result, error } = (await reply) ?? {};
    if (!result || result.isError) {
      throw new Error(`${method} ${JSON.stringify(params)}: ${JSON.stringify(error ?? result)}\n${errors}`);
    }
    return result;
  }

  await request("initialize", {
    protocolVersion: "2025-11-25",
    capabilities: agrees ? { elicitation: {} } : {},
    clientInfo: { name: client, version: "1.0" },
  });
  send({ method: "notifications/initialized" });
  return {
    /** A tool's structured result. */
    async call(name, args) {
      return (await request("tools/call", { name, arguments: args })).structuredContent;
    },
    /** Ends the input and waits until the server has finished its background work. */
    async close() {
      child.stdin.end();
      await exit;
    },
  };
}
