import { onTestFinished } from "vitest";
import { createKey } from "../../../src/access/operations/manage-keys.ts";
import { prometheusMetrics } from "../../../src/main/http/prometheus.ts";
import { type HttpSettings, startHttp } from "../../../src/mcp/http/start.ts";
import type { Role } from "../../../src/shared/actor.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { callBy, openMemory, type TestMemory } from "../../support/memory.ts";
import type { WireMessage } from "../stdio/messages.ts";

export type Json = Record<string, unknown>;

export const BOTH = "application/json, text/event-stream";

export interface HttpSetup extends Partial<Omit<HttpSettings, "address">> {
  readonly address?: Partial<HttpSettings["address"]>;
  readonly memory?: TestMemory;
}

export interface SentHeaders {
  readonly [name: string]: string;
}

export interface TestHttp {
  readonly memory: TestMemory;
  readonly url: string;
  readonly notify: Awaited<ReturnType<typeof startHttp>>["notify"];
  readonly idle: Promise<void>;
  close(): Promise<void>;
  /** Creates a key and returns its token. */
  key(fields?: {
    name?: string;
    role?: Role;
    project?: string;
    expires?: string;
    mayConsent?: boolean;
  }): Promise<{ id: string; token: string }>;
  /** Posts to `/mcp` unless told otherwise, with the key given and nothing else. */
  post(message: unknown, options?: PostOptions): Promise<Response>;
}

export interface PostOptions {
  readonly path?: string;
  readonly token?: string;
  readonly headers?: SentHeaders;
}

/** The real server on a free port, with a real memory and a fake clock. */
export async function openHttp(setup: HttpSetup = {}): Promise<TestHttp> {
  const { memory = await openMemory(), address, ...settings } = setup;
  const http = await startHttp(memory, {
    version: "1.2.3",
    exposure: { profile: "core", toolNames: "portable", readOnly: false },
    dueDays: 30,
    rateLimit: "off",
    metrics: prometheusMetrics(),
    address: { host: "127.0.0.1", port: 0, behindProxy: false, allowedHosts: [], ...address },
    ...settings,
  });
  onTestFinished(() => http.close());
  return {
    memory,
    ...http,
    async key(fields = {}) {
      const { key, token } = await perform(
        createKey,
        { name: "test", ...fields },
        memory,
        callBy({ kind: "human", role: "admin" }),
      );
      return { id: key.id, token };
    },
    post: (message, { path = "/mcp", token, headers = {} } = {}) =>
      fetch(`${http.url}${path}`, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          ...(token !== undefined && { Authorization: `Bearer ${token}` }),
          ...headers,
        },
        body: typeof message === "string" ? message : JSON.stringify(message),
      }),
  };
}

/** The headers that a request of revision 2026-07-28 must have beside its body. */
export function modernHeaders({ method = "", params }: WireMessage): SentHeaders {
  const name = params?.["name"] ?? params?.["uri"];
  return {
    Accept: BOTH,
    "MCP-Protocol-Version": "2026-07-28",
    "Mcp-Method": method,
    ...(typeof name === "string" && { "Mcp-Name": name }),
  };
}

export const json = async (response: Response): Promise<Json> => (await response.json()) as Json;
