import { type Reply, type StdioClient, startServer } from "../support/stdio-client.ts";
import { MODERN_META } from "./stdio/messages.ts";

/** A client of one revision on a server process of its own. */
export interface EraClient extends StdioClient {
  readonly missing: number;
  /** The result. @throws when it is an error. */
  ask(
    method: string,
    params?: Record<string, unknown>,
    meta?: Record<string, unknown>,
  ): Promise<Record<string, unknown>>;
  /** The error. @throws when there is none. */
  refused(
    method: string,
    params?: Record<string, unknown>,
    meta?: Record<string, unknown>,
  ): Promise<NonNullable<Reply["error"]>>;
  capabilities(): Promise<Record<string, unknown>>;
  /** Listens to changes of the addresses, from when it resolves until the returned function is called. */
  subscribe(uris: readonly string[], meta?: Record<string, unknown>): Promise<() => Promise<void>>;
  /** Listens to changes of the tool list; older clients do so without a request. */
  listenToTools(): Promise<void>;
}

/** What differs between the revisions. */
interface Dialect {
  readonly meta: Record<string, unknown>;
  readonly missing: number;
}

const DIALECTS: Readonly<Record<"2025-11-25" | "2026-07-28", Dialect>> = {
  "2025-11-25": { meta: {}, missing: -32002 },
  "2026-07-28": { meta: MODERN_META, missing: -32602 },
};

export const REVISIONS = Object.keys(DIALECTS) as (keyof typeof DIALECTS)[];

export async function startEraClient(
  revision: keyof typeof DIALECTS,
  env: Readonly<Record<string, string>>,
  cwd?: string,
): Promise<EraClient> {
  const { meta: own, missing } = DIALECTS[revision];
  const client = startServer({ env, cwd });
  const legacy = revision === "2025-11-25";
  const opening = legacy
    ? await client.initialize()
    : await client.request("server/discover", { _meta: own });

  const send = (method: string, params: Record<string, unknown> = {}, meta: Record<string, unknown> = {}) =>
    client.request(method, { ...params, _meta: { ...own, ...meta } });

  const ask: EraClient["ask"] = async (method, params, meta) => {
    const reply = await send(method, params, meta);
    if (reply?.result) return reply.result;
    throw new Error(`${method} failed: ${JSON.stringify(reply ?? "no reply")}\n${client.stderr()}`);
  };

  async function listen(
    notifications: Record<string, unknown>,
    meta: Record<string, unknown> = {},
  ): Promise<() => Promise<void>> {
    const before = client.notifications.length;
    void send("subscriptions/listen", { notifications }, meta);
    const isAck = ({ method }: { method: string }) => method === "notifications/subscriptions/acknowledged";
    while (!client.notifications.slice(before).some(isAck)) await new Promise(setImmediate);
    const ack = client.notifications.slice(before).find(isAck)?.params["_meta"] as Record<string, unknown>;
    return async () => {
      client.notify("notifications/cancelled", {
        requestId: ack["io.modelcontextprotocol/subscriptionId"],
      });
    };
  }

  return {
    ...client,
    missing,
    ask,
    async refused(method, params, meta) {
      const reply = await send(method, params, meta);
      if (reply?.error) return reply.error;
      throw new Error(`${method} was not refused: ${JSON.stringify(reply)}`);
    },
    capabilities: async () => opening?.result?.["capabilities"] as Record<string, unknown>,
    async subscribe(uris, meta = {}) {
      if (!legacy) return listen({ resourceSubscriptions: uris }, meta);
      for (const uri of uris) await ask("resources/subscribe", { uri }, meta);
      return async () => {
        for (const uri of uris) await ask("resources/unsubscribe", { uri });
      };
    },
    async listenToTools() {
      await listen({ toolsListChanged: true });
    },
  };
}
