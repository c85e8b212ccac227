import * as z from "zod";
import { embedMemory } from "../../app/recall/embed-memory.ts";
import { perform } from "../../app/shared/operation.ts";
import { defineCommand } from "../command.ts";

export const embed = defineCommand({
  name: "embed",
  summary: "Embed the decisions that are not embedded yet, or switch the memory to another model.",
  positionals: [],
  input: z.strictObject({
    switch: z
      .boolean()
      .default(false)
      .describe("Switch the memory to the model in the settings, and embed everything again"),
  }),
  fields: { switchModel: "switch" },
  async run({ switch: switchModel }, { deps, call, terminal }) {
    const done = await perform(embedMemory, { switchModel }, await deps(), {
      ...(await call()),
      progress: (count, total) => terminal.progress(`embedding ${count} of ${total}`),
    });
    terminal.progress("");
    const { model, replaced, embedded, pending } = done;
    return {
      json: { model, replaced: replaced ?? null, embedded, pending },
      text: [
        ...(replaced === undefined ? [] : [`The memory now uses ${model} instead of ${replaced}.`]),
        embedded === 0
          ? "Everything was embedded already."
          : `Embedded ${embedded} decision${embedded === 1 ? "" : "s"} with ${model}.`,
        ...(pending === 0 ? [] : [`${pending} are being embedded by another process.`]),
      ].join("\n"),
    };
  },
});
