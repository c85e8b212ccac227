import * as z from "zod";
import { rejectLink } from "../../app/links/reject-link.ts";
import { perform } from "../../app/shared/operation.ts";
import { linkSentence } from "../../domain/links/link.ts";
import { linkFields } from "../../tools/mama/link-fields.ts";
import { noticeText } from "../../tools/wording.ts";
import { defineCommand } from "../command.ts";
import { LinkId } from "../link-id.ts";

export const linksReject = defineCommand({
  name: "links reject",
  summary: "Reject a proposed link, or a dependence that is in force. It is not suggested again.",
  positionals: ["id"],
  completes: { id: "links" },
  input: z.strictObject({
    id: LinkId.describe("The link's id (lnk_…)"),
    reason: rejectLink.input.shape.reason.describe("Why"),
  }),
  fields: { link: "id" },
  async run({ id, reason }, { deps, call, wording }) {
    const { link, notices: rawNotices } = await perform(
      rejectLink,
      { link: id, reason },
      await deps(),
      await call(),
    );
    const notices = rawNotices.map((notice) => noticeText(notice, wording));
    return {
      json: { ...linkFields(link), notices },
      text: [`${link.id} is rejected: ${linkSentence(link)}.`, ...notices].join("\n"),
    };
  },
});
