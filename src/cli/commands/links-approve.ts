import * as z from "zod";
import { approveLink } from "../../app/links/approve-link.ts";
import { perform } from "../../app/shared/operation.ts";
import { linkSentence } from "../../domain/links/link.ts";
import { linkFields } from "../../tools/mama/link-fields.ts";
import { shortLinks } from "../../tools/mama/short-link.ts";
import { defineCommand } from "../command.ts";
import { LinkId } from "../link-id.ts";

export const linksApprove = defineCommand({
  name: "links approve",
  summary: "Put a proposed link in force.",
  positionals: ["id"],
  completes: { id: "links" },
  input: z.strictObject({
    id: LinkId.describe("The link's id (lnk_…)"),
    despiteConflicts: z
      .boolean()
      .default(false)
      .describe("Approve even if it conflicts with a link in force"),
  }),
  fields: { link: "id" },
  async run({ id, despiteConflicts }, { deps, call }) {
    const { link, conflicts } = await perform(
      approveLink,
      { link: id, despiteConflicts },
      await deps(),
      await call(),
    );
    return {
      json: { ...linkFields(link), conflicts: shortLinks(conflicts) },
      text: [
        `${link.id} is in force: ${linkSentence(link)}.`,
        ...conflicts.map((other) => `Also in force: ${linkSentence(other)} (${other.id}).`),
      ].join("\n"),
    };
  },
});
