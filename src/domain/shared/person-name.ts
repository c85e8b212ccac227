import type { SecretScanner } from "./ports.ts";
import { startScreening } from "./screening.ts";
import { LIMITS, oneLine, type Screened } from "./text.ts";

/** The name of a person as it is stored. Undefined if nothing is left of it. */
export function personName(raw: string | undefined, secrets: SecretScanner): Screened | undefined {
  if (raw === undefined) return undefined;
  const screened = startScreening(secrets).text("person", raw);
  return oneLine(screened, LIMITS.name) || undefined;
}
