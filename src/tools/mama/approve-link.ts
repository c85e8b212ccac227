import * as z from "zod";
import { approveLink } from "../../decisions/index.ts";
import { linkEnds } from "../mama-family/decision-tools.ts";
import { mamaTool } from "./dialect.ts";
import { conflictLines, LinkFields, linkFields, linkHints, ShortLink, shortLinks } from "./link-fields.ts";

const APPROVED_BY = {
  asked: "the client reported that the person agreed",
  typed: "a person typed it",
  called: "nobody could be asked, so this call is the approval",
} as const;

export const approveLinkTool = mamaTool({
  name: "approve_link",
  canonicalName: "approve_link",
  title: "Approve a link",
  description:
    "Approve a pending link proposal and put it in force. The person is asked where the client can; a decline refuses.",
  operation: approveLink,
  input: z.strictObject({
    ...linkEnds,
    despite_conflicts: z
      .boolean()
      .optional()
      .describe("Approve although a link in force says something else"),
  }),
  hints: { ...linkHints, despite_conflicts: { suggestion: "Use true or false." } },
  quotesMemory: true,
  result: z.object({
    success: z.literal(true),
    data: LinkFields.extend({ conflicts: z.array(ShortLink) }),
  }),
  toOperation: ({ from_id, to_id, relationship, despite_conflicts }) => ({
    link: { from: from_id, to: to_id, relation: relationship },
    despiteConflicts: despite_conflicts,
  }),
  fields: { "link.from": "from_id", "link.to": "to_id", "link.relation": "relationship" },
  fromOperation: ({ link, conflicts }) => ({
    success: true as const,
    data: { ...linkFields(link), conflicts: shortLinks(conflicts) },
  }),
  text: ({ data }) => {
    const review = data.reviews.at(-1);
    return [
      "Link approved and activated:",
      `- From: ${data.from_id}`,
      `- To: ${data.to_id}`,
      `- Relationship: ${data.relationship}`,
      "- Status: Active",
      ...(review ? [`- Approved: ${APPROVED_BY[review.how]}, ${review.at}`] : []),
      ...conflictLines(data.conflicts),
    ].join("\n");
  },
});
