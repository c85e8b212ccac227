import { ProtocolErrorCode, type RequestId } from "@modelcontextprotocol/server";

export interface ErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** A message that could not be understood or may not be sent now; `id` is null where it cannot be known. */
export interface Refusal {
  readonly id: RequestId | null;
  readonly error: ErrorObject;
}

export const CODES = {
  parseError: ProtocolErrorCode.ParseError,
  invalidRequest: ProtocolErrorCode.InvalidRequest,
  methodNotFound: ProtocolErrorCode.MethodNotFound,
  invalidParams: ProtocolErrorCode.InvalidParams,
  internal: ProtocolErrorCode.InternalError,
} as const;

export function refuse(id: RequestId | null, code: number, message: string, data?: unknown): Refusal {
  return { id, error: { code, message, ...(data !== undefined && { data }) } };
}

const SHOWN_LENGTH = 80;

/** What was received, short enough to repeat. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object" && value !== null) return "an object";
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}
