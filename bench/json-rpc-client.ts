import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";

const MODERN_META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "load", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};
const INITIALIZE = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "load", version: "1.0.0" },
};

export type Params = Readonly<Record<string, unknown>>;

/** A minimal client with one persistent connection, so that mainly the server is measured. */
export interface JsonRpcClient {
  /** Returns the result. @throws for any kind of error. */
  ask(method: string, params: Params): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

interface Target {
  readonly url: URL;
  readonly key: string;
}

/** A client of revision 2026-07-28, without a session. */
export function modernClient(target: Target): JsonRpcClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    async ask(method, params) {
      const name = params["name"] ?? params["uri"];
      const headers = {
        Accept: "application/json, text/event-stream",
        "MCP-Protocol-Version": "2026-07-28",
        "Mcp-Method": method,
        ...(typeof name === "string" && { "Mcp-Name": name }),
      };
      const { body } = await post(target, agent, headers, method, { ...params, _meta: MODERN_META });
      return resultIn(body);
    },
    close: async () => agent.destroy(),
  };
}

/** A client of the `initialize` family, with a session. */
export async function sessionClient(target: Target): Promise<JsonRpcClient> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const opened = await post(target, agent, {}, "initialize", INITIALIZE);
  resultIn(opened.body);
  const headers = { "Mcp-Session-Id": opened.sessionId };
  await post(target, agent, headers, "notifications/initialized");
  return {
    ask: async (method, params) => resultIn((await post(target, agent, headers, method, params)).body),
    async close() {
      await send(target, agent, "DELETE", headers);
      agent.destroy();
    },
  };
}

let lastId = 0;

function post(
  target: Target,
  agent: Agent,
  headers: Record<string, string>,
  method: string,
  params?: Params,
) {
  const id = params === undefined ? {} : { id: ++lastId, params };
  return send(target, agent, "POST", headers, JSON.stringify({ jsonrpc: "2.0", method, ...id }));
}

async function send(
  { url, key }: Target,
  agent: Agent,
  method: string,
  headers: Record<string, string>,
  body?: string,
): Promise<{ readonly body: string; readonly sessionId: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        method,
        agent,
        headers: {
          Authorization: `Bearer ${key}`,
          ...(body !== undefined && { "Content-Type": "application/json" }),
          ...headers,
        },
      },
      (response) => {
        const sessionId = String(response.headers["mcp-session-id"] ?? "");
        text(response).then((read) => {
          if ((response.statusCode ?? 500) < 300) resolve({ body: read, sessionId });
          else reject(new Error(`HTTP ${response.statusCode}: ${read.slice(0, 300)}`));
        }, reject);
      },
    );
    outgoing.once("error", reject);
    outgoing.end(body);
  });
}

/** The answer is JSON, or the last event of a stream. */
function resultIn(body: string): Record<string, unknown> {
  const json = body.startsWith("{") ? body : body.slice(body.lastIndexOf("data: ") + "data: ".length);
  const { result, error } = JSON.parse(json) as { result?: Record<string, unknown>; error?: unknown };
  if (!result || result["isError"]) throw new Error(JSON.stringify(error ?? result).slice(0, 300));
  return result;
}
