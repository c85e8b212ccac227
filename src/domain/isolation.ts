import type { Author } from "./actor.ts";
import type { Decision } from "./decision.ts";
import { Fault } from "./errors.ts";

/** An agent never changes the standing of a human's decision; the refusal names the command with which a person can. */
export function requireAuthority(by: Author, decision: Decision, command: string): void {
  if (by.kind === "human" || decision.author.kind === "agent") return;
  throw new Fault(
    "forbidden",
    `Decision ${decision.id} was made by a person, and only a person changes whether it holds.`,
    {
      reason: "isolation_violation",
      received: decision.id,
      hint: `Ask the person to run: ${command}`,
    },
  );
}
