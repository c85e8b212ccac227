import * as z from "zod";
import { rejectLink } from "../../decisions/index.ts";
import { foldLines } from "../../shared/text.ts";
import { linkEnds } from "../mama-family/decision-tools.ts";
import { mamaTool } from "./dialect.ts";
import { LinkFields, linkFields, linkHints } from "./link-fields.ts";

export const rejectLinkTool = mamaTool({
  name: "reject_link",
  canonicalName: "reject_link",
  title: "Reject a link",
  description:
    "Reject a pending link proposal, or a depends_on that no longer fits. It is kept as rejected, and similarity does not suggest it again.",
  operation: rejectLink,
  input: z.strictObject({
    ...linkEnds,
    reason: rejectLink.input.shape.reason.describe("Why it is turned down"),
  }),
  hints: { ...linkHints, reason: { suggestion: "Say why in a sentence, or leave it out." } },
  quotesMemory: true,
  result: z.object({ success: z.literal(true), data: LinkFields }),
  toOperation: ({ from_id, to_id, relationship, reason }) => ({
    link: { from: from_id, to: to_id, relation: relationship },
    reason,
  }),
  fields: { "link.from": "from_id", "link.to": "to_id", "link.relation": "relationship" },
  fromOperation: ({ link, notices }) => ({
    success: true as const,
    data: linkFields(link),
    ...(notices.length > 0 && { notices }),
  }),
  text: ({ data }) => {
    const reason = data.reviews.at(-1)?.reason;
    return [
      "Link rejected:",
      `- From: ${data.from_id}`,
      `- To: ${data.to_id}`,
      `- Relationship: ${data.relationship}`,
      ...(reason === undefined ? [] : [`- Reason: ${foldLines(reason)}`]),
    ].join("\n");
  },
});
