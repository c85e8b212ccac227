import type { ProfileOrigin } from "../domain/recall/model-profiles.ts";
import { Fault } from "../domain/shared/errors.ts";
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
export async function checkMeaning({ deps, wording }: CommandContext): Promise<HealthCheck> {
  const { meaning, profiles, store } = await deps();
  const embedder = await meaning.embedder();
  const failure = meaning.failure();
  if (failure) return noMeaning(failure, wording);
  if (!embedder) return { name: "meaning", ok: true, found: "off; search uses words only" };
  const pending = await store.pendingEmbeddings();
  const waiting = pending > 0 ? `, ${pending} decisions not embedded yet` : "";
  try {
    // A query would be given up early, and a model that is slow to load still works.
    await embedder.embed(["Does it work?"], "passage");
    const { runtime, note } = embedder.describe();
    const profile = await profiles.describe(embedder.model);
    return {
      name: "meaning",
      ok: profile.origin !== "damaged",
      found: `${embedder.model}, ${runtime}, ${profileState(profile)}${waiting}`,
      remedy:
        profile.origin === "absent" || profile.origin === "damaged"
          ? `Search uses words only. ${remedyText({ remedy: "fit-model" }, wording)}`
          : note,
    };
  } catch (error) {
    return noMeaning(Fault.from(error), wording);
  }
}

function noMeaning(failure: Fault, wording: CommandContext["wording"]): HealthCheck {
  const { message, hint } = wordedFault(failure, wording);
  return { name: "meaning", ok: false, found: `${message} Search uses words only.`, remedy: hint };
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
