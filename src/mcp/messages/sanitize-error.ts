import { Fault } from "../../domain/shared/errors.ts";
import { describeIssues, issuesIn } from "./issues.ts";
import { CODES, type ErrorObject, shown } from "./refusal.ts";

export interface SanitizedError {
  readonly error: ErrorObject;
  /** For the log only: the original message that the reply does not contain. */
  readonly hidden?: string;
}

/** Messages with the code of an internal error that clients may see. */
const PUBLIC_MESSAGES: ReadonlySet<string> = new Set(["Subscription limit reached"]);

/**
 * Every error reply of the SDK and of handlers passes this function. The SDK sends the dump of its validator, mostly as
 * an internal error, and the message of whatever a handler threw; clients must see neither.
 */
export function sanitizeError(error: ErrorObject, method: string): SanitizedError {
  const issues = issuesIn(error.message);
  if (issues?.every(({ path }) => path?.[0] === "params")) {
    return { error: { code: CODES.invalidParams, message: describeIssues(issues, method) } };
  }
  if (issues || (error.code === CODES.internal && !PUBLIC_MESSAGES.has(error.message))) {
    const { sentence } = Fault.from(error);
    return { error: { code: CODES.internal, message: sentence }, hidden: error.message };
  }
  if (error.code === CODES.methodNotFound && error.message === "Method not found") {
    return { error: { ...error, message: `Method not found: ${shown(method)}` } };
  }
  return { error };
}
