import { Fault } from "../../domain/shared/errors.ts";
import type { Call } from "../shared/operation.ts";

/** What is shared leaves the machine, so an agent with a shell does not decide on it. @throws Fault `forbidden`. */
export function requirePersonForTeam({ actor }: Call): void {
  if (actor.author.kind === "human") return;
  throw new Fault("forbidden", "Only a person at a terminal decides what is shared, and with whom.", {
    reason: "person_required",
    hint: "Nothing was changed. Ask the person.",
  });
}
