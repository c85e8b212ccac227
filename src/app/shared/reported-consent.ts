import { startScreening } from "../../domain/shared/screening.ts";
import type { Screened } from "../../domain/shared/text.ts";
import type { CoreDeps } from "./core-deps.ts";
import type { Call } from "./operation.ts";

/**
 * What is recorded when a client reports that a person agreed. It permits what an agent may not do alone, and nothing
 * else changes: the author of the write stays the agent, because the memory knows the client and its key, and not who
 * answered. `what` completes "Consent to …".
 */
export function consentNote(what: string, { secrets }: Pick<CoreDeps, "secrets">, { actor }: Call): Screened {
  const key = actor.key === undefined ? "" : ` (key ${actor.key})`;
  const text = `Consent to ${what} reported by ${JSON.stringify(actor.client)}${key}.`;
  return startScreening(secrets).text("note", text);
}
