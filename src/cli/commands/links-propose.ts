import * as z from "zod";
import { proposeLink } from "../../app/links/propose-link.ts";
import { proposeLinkTool } from "../../tools/mama/propose-link.ts";
import { defineCommand } from "../command.ts";
import { useTool } from "../use-tool.ts";

const { shape } = proposeLink.input;

export const linksPropose = defineCommand({
  name: "links propose",
  summary: "Propose that one decision refines, contradicts or depends on another.",
  positionals: ["from", "relation", "to"],
  input: z.strictObject({
    from: shape.from.describe("The decision that the link starts from"),
    relation: shape.relation.describe("What the first is to the second."),
    to: shape.to.describe("The decision that it points to"),
    reason: shape.reason.describe("Why they are related"),
    evidence: shape.evidence.describe("What supports it"),
    context: shape.contextDecision.describe("The decision in whose context it was noticed"),
  }),
  fields: { contextDecision: "context" },
  takesDecisions: ["from", "to", "context"],
  longTexts: ["reason", "evidence"],
  async run({ from, relation, to, reason, evidence, context: noticed }, context) {
    const { structured, text } = await useTool(
      proposeLinkTool,
      { from_id: from, to_id: to, relationship: relation, reason, evidence, decision_id: noticed },
      context,
    );
    const { link_id } = structured["data"] as { link_id: string };
    return { json: structured, text: `${text}\nTo put it in force: membria links approve ${link_id}` };
  },
});
