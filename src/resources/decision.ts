import * as z from "zod";
import { getDecisionTool } from "../tools/membria/get-decision.ts";
import { decisionId, decisionIdHint, maxTokens } from "../tools/shared-arguments.ts";
import { decisionIds } from "./completion.ts";
import { contentsOfTool } from "./contents.ts";
import { defineResource } from "./resource.ts";

export const decisionResource = defineResource({
  name: "decision",
  title: "A decision",
  description: "One decision whole, as membria_get_decision answers.",
  path: "decisions/{decision_id}",
  input: z.strictObject({ decision_id: decisionId, max_tokens: maxTokens.optional() }),
  hints: { decision_id: decisionIdHint },
  fields: { ref: "decision_id" },
  completers: { decision_id: decisionIds },
  quotesMemory: true,
  read: (args, deps, call) => contentsOfTool(getDecisionTool, args, deps, call),
  // The id from the contents, because the requested one may be an alias.
  dependsOn: ({ decision_id }) => [`decision/${decision_id}`],
});
