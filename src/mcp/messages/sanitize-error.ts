import { Fault } from "../../shared/errors.ts";
import { cutTo } from "../../shared/text.ts";
import { describeIssues, issuesIn } from "./issues.ts";
import { CODES, type ErrorObject, shown } from "./refusal.ts";

export interface SanitizedError {
  readonly error: ErrorObject;
  /** For the log only: the original message that the reply does not contain. */
  readonly hidden?: string;
}

/** Messages with the code of an internal error that clients may see. */
const PUBLIC_MESSAGES: ReadonlySet<string> = new Set(["Subscription limit reached"]);

const LONGEST_MESSAGE = 8_500;
const LONGEST_DATA = 20_000;

/**
 * Every error reply of the SDK and of handlers passes this function. The SDK sends the dump of its validator, mostly as
 * an internal error, and the message of whatever a handler threw; clients must see neither.
 */
export function sanitizeError(original: ErrorObject, method: string): SanitizedError {
  const error = shortened(original);
  // The dump of a validator is only complete in the original.
  const issues = issuesIn(original.message);
  if (issues?.every(({ path }) => path?.[0] === "params")) {
    return { error: { code: CODES.invalidParams, message: describeIssues(issues, method) } };
  }
  if (issues || (error.code === CODES.internal && !PUBLIC_MESSAGES.has(error.message))) {
    const { sentence } = Fault.from(error);
    return { error: { code: CODES.internal, message: sentence }, hidden: original.message };
  }
  if (error.code === CODES.methodNotFound && error.message === "Method not found") {
    return { error: { ...error, message: `Method not found: ${shown(method)}` } };
  }
  return { error };
}

/** An error may repeat what a client sent. Without its data it still says what is wrong. */
function shortened({ code, message, data }: ErrorObject): ErrorObject {
  const keepsData = data !== undefined && JSON.stringify(data).length <= LONGEST_DATA;
  return { code, message: cutTo(LONGEST_MESSAGE, message), ...(keepsData && { data }) };
}
