import * as z from "zod";
import { proposeLink } from "../../decisions/index.ts";
import { foldLines } from "../../shared/text.ts";
import { linkEnds } from "../mama-family/decision-tools.ts";
import { quote } from "../quote.ts";
import { mamaTool } from "./dialect.ts";
import { conflictLines, LinkFields, linkFields, linkHints, ShortLink, shortLinks } from "./link-fields.ts";

const { shape } = proposeLink.input;

export const proposeLinkTool = mamaTool({
  name: "propose_link",
  canonicalName: "propose_link",
  title: "Propose a link",
  description:
    "Propose that one decision refines, contradicts or depends on another. It waits for a person's approval and changes nothing until then.",
  operation: proposeLink,
  input: z.strictObject({
    ...linkEnds,
    reason: shape.reason.describe("Why the two relate so"),
    evidence: shape.evidence.describe("What supports it"),
    decision_id: shape.contextDecision.describe("The decision in whose context it was noticed"),
  }),
  hints: {
    ...linkHints,
    reason: { suggestion: "Say in a sentence how the two decisions relate." },
    evidence: { suggestion: "Send what supports it as text, such as a file and its lines." },
    decision_id: { suggestion: "Send the id of a decision (dec_…), or leave it out." },
  },
  quotesMemory: true,
  result: z.object({
    success: z.literal(true),
    data: LinkFields.extend({ repeated: z.boolean(), conflicts: z.array(ShortLink) }),
  }),
  toOperation: ({ from_id, to_id, relationship, reason, evidence, decision_id }) => ({
    from: from_id,
    to: to_id,
    relation: relationship,
    reason,
    evidence,
    contextDecision: decision_id,
  }),
  fields: { from: "from_id", to: "to_id", relation: "relationship", contextDecision: "decision_id" },
  fromOperation: ({ link, as, conflicts, notices }) => ({
    success: true as const,
    data: { ...linkFields(link), repeated: as === "known", conflicts: shortLinks(conflicts) },
    ...(notices.length > 0 && { notices }),
  }),
  text: ({ data }) =>
    [
      `${data.repeated ? "Link known already" : "Link proposed"}: ${data.from_id} ${data.relationship} ${data.to_id}`,
      `Status: ${data.status === "active" ? "Active" : "Pending user approval"}`,
      // Text by somebody else is quoted; the caller's own text is not.
      data.repeated ? quote([`Reason: ${data.reason}`]) : `Reason: ${foldLines(data.reason)}`,
      ...data.reviews.map(({ verdict, at, reason }) =>
        quote([`${verdict} on ${at.slice(0, 10)}${reason === undefined ? "" : `: ${reason}`}`]),
      ),
      ...conflictLines(data.conflicts),
    ].join("\n"),
});
