import * as z from "zod";
import { embedMemory } from "../../app/recall/embed-memory.ts";
import { perform } from "../../app/shared/operation.ts";
import { noticeText } from "../../tools/wording.ts";
import { defineCommand } from "../command.ts";
import { profileFields, profileText } from "../profile-text.ts";

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
