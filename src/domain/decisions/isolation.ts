import type { Author } from "../shared/actor.ts";
import { Fault } from "../shared/errors.ts";
import type { Remedy } from "../shared/remedy.ts";
import type { Decision } from "./decision.ts";

/** Nobody but a human changes the standing of a human's decision. */
export function requireAuthority(
  by: Author,
  decision: Decision,
  remedy: Remedy = { remedy: "retract-decision", id: decision.id },
): void {
  if (by.kind !== "human" && decision.author.kind === "human") throw isolationViolation([decision], remedy);
}

/** The remedy says how a person can do it. */
export function isolationViolation(decisions: readonly Decision[], remedy: Remedy): Fault {
  const ids = decisions.map(({ id }) => id).join(", ");
  return new Fault("forbidden", `A person made ${ids}, and only a person changes whether it holds.`, {
    reason: "isolation_violation",
    received: ids,
    hint: "Nothing was changed.",
    remedies: [remedy],
  });
}
