import type { Refusal } from "../messages/refusal.ts";

export interface Problem {
  readonly status: number;
  /** In capitals, as in the MAMA document. */
  readonly code: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An HTTP error for a request without a JSON-RPC message to answer. */
export function problemResponse({ status, code, message, details = {}, headers = {} }: Problem): Response {
  return Response.json({ error: { code, message, details } }, { status, headers });
}

/** A JSON-RPC error response. */
export function refusalResponse({ id, error }: Refusal, status = 400): Response {
  return Response.json({ jsonrpc: "2.0", id, error }, { status });
}
