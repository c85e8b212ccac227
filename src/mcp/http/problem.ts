import type { Refusal } from "../messages/refusal.ts";

export interface Problem {
  readonly status: number;
  /** In capitals, as the MAMA document has them. */
  readonly code: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A refusal by HTTP itself, before there is a message to answer. */
export function problemResponse({ status, code, message, details = {}, headers = {} }: Problem): Response {
  return Response.json({ error: { code, message, details } }, { status, headers });
}

/** A refusal of a message, as JSON-RPC says it. */
export function refusalResponse({ id, error }: Refusal, status = 400): Response {
  return Response.json({ jsonrpc: "2.0", id, error }, { status });
}
