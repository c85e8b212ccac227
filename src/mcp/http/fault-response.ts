import { Fault, type FaultCode } from "../../shared/errors.ts";
import { shortFault } from "../../tools/shorten.ts";
import { type Wording, wordedFault } from "../../tools/wording.ts";
import { type Problem, problemResponse } from "./problem.ts";

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
