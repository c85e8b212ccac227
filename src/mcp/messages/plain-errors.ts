import { Fault } from "../../domain/shared/errors.ts";
import { issuesIn, sentenceOf } from "./issues.ts";
import { CODES, type ErrorObject, shown } from "./refusal.ts";

export interface PlainError {
  readonly error: ErrorObject;
  /** For the log only: what the reply does not say. */
  readonly hidden?: string;
}

/** Internal by its code, but a sentence for the client all the same. */
const HARMLESS: ReadonlySet<string> = new Set(["Subscription limit reached"]);

/**
 * The one gate that error replies of the SDK and of handlers pass on their way out. The SDK sends the dump of
 * its validator, mostly as an internal error, and the message of whatever a handler threw; neither may be seen.
 */
export function plainError(error: ErrorObject, method: string): PlainError {
  const issues = issuesIn(error.message);
  if (issues?.every(({ path }) => path?.[0] === "params")) {
    return { error: { code: CODES.invalidParams, message: sentenceOf(issues, method) } };
  }
  if (issues || (error.code === CODES.internal && !HARMLESS.has(error.message))) {
    const { sentence } = Fault.from(error);
    return { error: { code: CODES.internal, message: sentence }, hidden: error.message };
  }
  if (error.code === CODES.methodNotFound && error.message === "Method not found") {
    return { error: { ...error, message: `Method not found: ${shown(method)}` } };
  }
  return { error };
}
