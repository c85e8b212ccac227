import type { Author } from "../shared/actor.ts";
import { Fault } from "../shared/errors.ts";
import type { Decision } from "./decision.ts";

/** An agent never changes the standing of a human's decision. */
export function requireAuthority(by: Author, decision: Decision): void {
  if (by.kind === "agent" && decision.author.kind === "human") {
    throw isolationViolation([decision], `membria retract ${decision.id}`);
  }
}

/** The refusal names the command with which the person can do it. */
export function isolationViolation(decisions: readonly Decision[], command: string): Fault {
  const ids = decisions.map(({ id }) => id).join(", ");
  return new Fault("forbidden", `A person made ${ids}, and only a person changes whether it holds.`, {
    reason: "isolation_violation",
    received: ids,
    hint: `Nothing was changed. Ask the person to run: ${command}`,
  });
}
