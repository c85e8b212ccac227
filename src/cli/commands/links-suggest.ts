import * as z from "zod";
import { MOST_OPEN_SUGGESTIONS, suggestLinks } from "../../app/recall/suggest-links.ts";
import { perform } from "../../app/shared/operation.ts";
import { linkSentence } from "../../domain/links/link.ts";
import { foldLines } from "../../domain/shared/lines.ts";
import { linkFields } from "../../tools/mama/link-fields.ts";
import { defineCommand } from "../command.ts";

export const linksSuggest = defineCommand({
  name: "links suggest",
  summary: "Propose links between decisions that are near in meaning, for you to review.",
  positionals: [],
  input: z.strictObject({}),
  async run(_, { deps, call, terminal }) {
    const found = await perform(suggestLinks, {}, await deps(), {
      ...(await call()),
      progress: (done, total) => terminal.progress(`comparing ${done} of ${total}`),
    });
    terminal.progress("");
    const { suggested, open, lookedAt, withoutVector } = found;
    return {
      json: { suggested: suggested.map(linkFields), open, looked_at: lookedAt, not_embedded: withoutVector },
      text: [
        ...suggested.map((link) => `${link.id}  ${linkSentence(link)}\n  ${foldLines(link.reason)}`),
        suggested.length > 0
          ? `${suggested.length} suggested. Review them with: membria links`
          : open >= MOST_OPEN_SUGGESTIONS
            ? `${open} suggestions already wait for a review. Review some before asking for more: membria links`
            : `Nothing new to suggest among the ${lookedAt} newest decisions that hold.`,
        ...(withoutVector > 0
          ? [
              `${withoutVector} of them could not be compared, because they are not embedded yet. Run: membria embed`,
            ]
          : []),
      ].join("\n"),
    };
  },
});
