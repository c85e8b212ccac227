/** The command embed, and the profile of a model. */

import * as z from "zod";
import { embedMemory, type ProfileOrigin, SCRIPT_NAMES } from "../../../recall/index.ts";
import { perform } from "../../../shared/operations/operation.ts";
import { wholePercent } from "../../../shared/rounding.ts";
import { noticeText } from "../../../tools/wording.ts";
import { defineCommand } from "../../command.ts";

export const embed = defineCommand({
  name: "embed",
  summary: "Embed the decisions that are not embedded yet, or switch the memory to another model.",
  positionals: [],
  input: z.strictObject({
    switch: z
      .boolean()
      .default(false)
      .describe("Switch the memory to the model in the settings, and embed everything again"),
    fit: z
      .boolean()
      .default(false)
      .describe("Find out how close texts are by the model, which a search by meaning has to know"),
  }),
  fields: { switchModel: "switch" },
  async run({ switch: switchModel, fit }, { deps, call, terminal, wording }) {
    const done = await perform(embedMemory, { switchModel, fit }, await deps(), {
      ...(await call()),
      progress: (count, total, what = "") => terminal.progress(`${what}: ${count} of ${total}`),
    });
    terminal.progress("");
    const { model, replaced, embedded, pending, profile } = done;
    const notices = done.notices.map((notice) => noticeText(notice, wording));
    return {
      json: {
        model,
        replaced: replaced ?? null,
        embedded,
        pending,
        profile: profileFields(profile),
        notices,
      },
      text: [
        ...(replaced === undefined ? [] : [`The memory now uses ${model} instead of ${replaced}.`]),
        embedded === 0
          ? "Everything was embedded already."
          : `Embedded ${embedded} decision${embedded === 1 ? "" : "s"} with ${model}.`,
        ...(pending === 0 ? [] : [`${pending} are being embedded by another process.`]),
        ...profileText(profile),
        ...notices,
      ].join("\n"),
    };
  },
});

/** The profile of a model as JSON. */
function profileFields(profile: ProfileOrigin): Readonly<Record<string, unknown>> {
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

/** Says in sentences what is known about the cosines of a model. */
function profileText(profile: ProfileOrigin): string[] {
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
