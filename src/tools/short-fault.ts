import { Fault } from "../domain/shared/errors.ts";
import { cutTo } from "../domain/shared/text.ts";

const LONGEST_ECHO = 200;
const LONGEST_NAME = 100;
/** Two of them, the message and the hint, stay under the 10,000 characters of a result. */
const LONGEST_SENTENCES = 4_000;

/** The same Fault within the length of a result: some of its parts repeat what a caller sent. */
export function shortFault(fault: Fault): Fault {
  const { code, reason, retryAfter, cause, remedies } = fault;
  return new Fault(code, cutTo(LONGEST_SENTENCES, fault.message), {
    hint: fault.hint && cutTo(LONGEST_SENTENCES, fault.hint),
    field: fault.field && shortName(fault.field),
    received: echo(fault.received),
    reason,
    retryAfter,
    cause,
    remedies,
  });
}

/** A received value for an error, shortened if it is long. */
export function echo(value: unknown): unknown {
  if (value === undefined) return undefined;
  const json = JSON.stringify(value);
  return json.length <= LONGEST_ECHO ? value : cutTo(LONGEST_ECHO, json);
}

/** The name of an argument for an error: a caller can make up any. */
export const shortName = (name: string): string => cutTo(LONGEST_NAME, name);
