import type { MeaningHealth } from "../app/repair/examine-meaning.ts";
import type { ProfileOrigin } from "../domain/recall/model-profiles.ts";
import { remedyText, wordedFault } from "../tools/wording.ts";
import type { CommandContext } from "./command.ts";

/** One line of `membria doctor`. */
export interface HealthCheck {
  readonly name: string;
  readonly ok: boolean;
  readonly found: string;
  /** What to do about it. */
  readonly remedy?: string | undefined;
}

/** A memory without embeddings still works, with search by words only, so their absence is not a failure. */
export function meaningCheck(meaning: MeaningHealth, wording: CommandContext["wording"]): HealthCheck {
  if (meaning.state === "failed") {
    const { message, hint } = wordedFault(meaning.failure, wording);
    return { name: "meaning", ok: false, found: `${message} Search uses words only.`, remedy: hint };
  }
  if (meaning.state === "off") return { name: "meaning", ok: true, found: "off; search uses words only" };
  const { model, runtime, note, profile, pending } = meaning;
  const waiting = pending > 0 ? `, ${pending} decisions not embedded yet` : "";
  return {
    name: "meaning",
    ok: profile.origin !== "damaged",
    found: `${model}, ${runtime}, ${profileState(profile)}${waiting}`,
    remedy:
      profile.origin === "absent" || profile.origin === "damaged"
        ? `Search uses words only. ${remedyText({ remedy: "fit-model" }, wording)}`
        : note,
  };
}

function profileState(profile: ProfileOrigin): string {
  switch (profile.origin) {
    case "shipped":
      return "profile of the package";
    case "fitted":
      return `profile of ${profile.fittedAt.toISOString().slice(0, 10)}`;
    case "absent":
      return "not known how close texts are by it";
    case "damaged":
      return `profile ${profile.file} is damaged`;
  }
}
