import type { Context } from "hono";
import { Fault, type FaultCode } from "../../shared/errors.ts";
import { shortFault } from "../../tools/shorten.ts";
import { type Wording, wordedFault } from "../../tools/wording.ts";
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

const STATUS: Readonly<Record<FaultCode, Pick<Problem, "status" | "code">>> = {
  invalid: { status: 400, code: "VALIDATION_ERROR" },
  not_found: { status: 404, code: "NOT_FOUND" },
  conflict: { status: 409, code: "VALIDATION_ERROR" },
  forbidden: { status: 403, code: "FORBIDDEN" },
  limited: { status: 429, code: "RATE_LIMITED" },
  insufficient: { status: 422, code: "VALIDATION_ERROR" },
  unavailable: { status: 503, code: "UNAVAILABLE" },
  internal: { status: 500, code: "INTERNAL_ERROR" },
};

/** The response for what went wrong in a request. `more` adds facts for a program to the reason. */
export function faultResponse(
  error: unknown,
  wording: Wording,
  more: (fault: Fault) => Readonly<Record<string, unknown>> = () => ({}),
): { readonly fault: Fault; readonly response: Response } {
  const fault = shortFault(wordedFault(Fault.from(error), wording));
  const { status, code } = STATUS[fault.code];
  const details = { reason: fault.reason, ...more(fault) };
  const headers = fault.retryAfter === undefined ? {} : { "Retry-After": String(fault.retryAfter) };
  return { fault, response: problemResponse({ status, code, message: fault.sentence, details, headers }) };
}

/** For a path that has other methods. */
export const wrongMethod =
  (allow: string) =>
  ({ req }: Pick<Context, "req">): Response =>
    problemResponse({
      status: 405,
      code: "METHOD_NOT_ALLOWED",
      message: `${req.path} does not support ${req.method}. Use ${allow.replace(/, (\w+)$/, " or $1")}.`,
      headers: { Allow: allow },
    });
