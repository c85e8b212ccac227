import { Fault } from "../../shared/errors.ts";

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
