import { Fault } from "../../domain/shared/errors.ts";
import type { Call } from "../shared/operation.ts";

/** A person at a terminal, or a key of an administrator. An agent with a shell is neither. @throws Fault `forbidden`. */
export function requirePersonForProjects({ actor }: Call): void {
  if (actor.author.kind === "human" || actor.key !== undefined) return;
  throw new Fault("forbidden", "Only a person moves, renames or erases a project.", {
    reason: "person_required",
    hint: "Nothing was changed. Ask the person, who can do it at a terminal.",
  });
}
