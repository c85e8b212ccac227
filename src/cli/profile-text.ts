import type { ProfileOrigin } from "../domain/recall/model-profiles.ts";
import { SCRIPT_NAMES } from "../domain/recall/scripts.ts";
import { wholePercent } from "../domain/shared/percent.ts";

/** The profile of a model as JSON. */
export function profileFields(profile: ProfileOrigin): Readonly<Record<string, unknown>> {
  if (profile.origin !== "fitted") return profile;
  const { origin, file, fittedAt, decisions, foreignSilent, ownFound } = profile;
  return {
    origin,
    file,
    fitted_at: fittedAt.toISOString(),
    decisions,
    foreign_silent: foreignSilent,
    own_found: ownFound,
    reads: profile.profile.reads,
  };
}

/** What is known about the cosines of a model, in sentences. */
export function profileText(profile: ProfileOrigin): string[] {
  switch (profile.origin) {
    case "shipped":
      return ["How close texts are by this model comes with Membria."];
    case "absent":
      return [];
    case "damaged":
      return [`The profile ${profile.file} is damaged.`];
    case "fitted": {
      const { file, fittedAt, decisions, foreignSilent, ownFound } = profile;
      const scripts = profile.profile.reads.map((script) => SCRIPT_NAMES[script]);
      return [
        `How close texts are by this model was found out on ${fittedAt.toISOString().slice(0, 10)} with ${decisions} decisions.`,
        `  Questions about other things that find nothing: ${wholePercent(foreignSilent)}`,
        `  Questions made from the decisions that find theirs: ${wholePercent(ownFound)}`,
        `  Reads: ${["Latin letters", ...scripts].join(", ")}`,
        `  Saved in ${file}`,
      ];
    }
  }
}
