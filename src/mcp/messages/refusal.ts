import { ProtocolErrorCode, type RequestId } from "@modelcontextprotocol/server";
import { Fault } from "../../shared/errors.ts";

export interface ErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** The error reply to a message that is malformed or not allowed now; `id` is null if it is unknown. */
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

/** A received value, short enough for an error message. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object" && value !== null) return "an object";
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}

const REFUSAL = "refusal";

/**
 * Arguments to deliver instead of those that nothing should validate. The call still goes to its tool, because only
 * the tool knows the format of its errors. No client can send this: JSON has no instances of a class.
 */
export function refusedArguments(fault: Fault): Readonly<Record<string, unknown>> {
  return { [REFUSAL]: fault };
}

/** @throws Fault if the arguments of this call were refused when they arrived. */
export function requireDelivered(args: unknown): void {
  const fault = (args as Readonly<Record<string, unknown>> | undefined)?.[REFUSAL];
  if (fault instanceof Fault) throw fault;
}
