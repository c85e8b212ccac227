/** Messages as a client writes them. */

export const MODERN_META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

export interface WireMessage {
  readonly jsonrpc?: string;
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { code: number; message: string; data?: unknown };
}

export function request(id: unknown, method: string, params?: unknown): WireMessage {
  return { jsonrpc: "2.0", id, method, ...(params !== undefined && { params }) } as WireMessage;
}

/** A request of revision 2026-07-28, which carries its own version. */
export function modern(
  id: unknown,
  method: string,
  params: Record<string, unknown> = {},
  meta: Record<string, unknown> = MODERN_META,
): WireMessage {
  return request(id, method, { ...params, _meta: meta });
}

export function notification(method: string, params?: unknown): WireMessage {
  return { jsonrpc: "2.0", method, ...(params !== undefined && { params }) } as WireMessage;
}

export function initialize(id: unknown, capabilities: unknown = {}, protocolVersion: unknown = "2025-11-25") {
  return request(id, "initialize", {
    protocolVersion,
    capabilities,
    clientInfo: { name: "test-client", version: "1.0" },
  });
}

export const INITIALIZED = notification("notifications/initialized");

export function call(id: unknown, name: string, args: Record<string, unknown> = {}): WireMessage {
  return request(id, "tools/call", { name, arguments: args });
}

export function modernCall(id: unknown, name: string, args: Record<string, unknown> = {}): WireMessage {
  return modern(id, "tools/call", { name, arguments: args });
}

export function withProgress(message: WireMessage, progressToken: string): WireMessage {
  const { _meta: meta, ...params } = message.params ?? {};
  return { ...message, params: { ...params, _meta: { ...(meta as object), progressToken } } };
}

export function textOf(message: WireMessage): string | undefined {
  const { content } = (message.result ?? {}) as { content?: { text?: string }[] };
  return content?.[0]?.text;
}
