import * as z from "zod";
import { Confidence, replaceDecisions, supersedeBy, supersedeDecision } from "../../decisions/index.ts";
import { boundedText, LIMITS, textList } from "../../shared/text.ts";
import { sourceHint } from "../shared-arguments.ts";
import { toDecision } from "../to-decision.ts";
import { DecisionResponse, decisionResponse } from "./decision-response.ts";
import { agentMemoryTool } from "./dialect.ts";

const forNew = z.strictObject({
  title: boundedText(1, LIMITS.statement),
  target: boundedText(1, LIMITS.name),
  rationale: boundedText(15, LIMITS.text),
  old_decision_ids: supersedeDecision.input.shape.supersedes,
  consequences: textList().default([]),
  confidence: Confidence.optional(),
  alternatives: textList().optional(),
  source: supersedeDecision.input.shape.source,
});

/** Arguments that an existing decision has values for already. */
const OF_NEW = ["title", "target", "consequences", "confidence", "alternatives", "source"] as const;

const input = forNew
  .partial({ title: true, target: true })
  .extend({ superseded_by: supersedeBy.input.shape.supersededBy.optional() })
  .superRefine((args, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    const isGiven = (name: (typeof OF_NEW)[number]): boolean => {
      const value = args[name];
      return Array.isArray(value) ? value.length > 0 : value !== undefined;
    };
    if (args.superseded_by !== undefined) {
      for (const name of OF_NEW.filter(isGiven))
        refuse(name, "is for a new decision, and superseded_by names an existing one: send one of them");
      return;
    }
    for (const name of ["title", "target"] as const)
      if (!isGiven(name)) refuse(name, "is required, unless superseded_by names the decision");
  });

const toNewDecision = toDecision(forNew, supersedeDecision, {
  title: "statement",
  target: "topic",
  rationale: "reasoning",
  old_decision_ids: "supersedes",
  consequences: "consequences",
  confidence: (confidence) => ({ confidence, confidenceStated: confidence !== undefined }),
  alternatives: "alternatives",
  source: "source",
}).notTaking([
  "domain",
  "module",
  "assumptions",
  "riskLevel",
  "risks",
  "evidence",
  "label",
  "sessionId",
  "dueDays",
  "questions",
]);

const toReplacement = ({ superseded_by, ...args }: z.output<typeof input>) =>
  superseded_by === undefined
    ? toNewDecision(args as z.output<typeof forNew>)
    : { supersedes: args.old_decision_ids, supersededBy: superseded_by, reasoning: args.rationale };

export const supersedeDecisionTool = agentMemoryTool({
  name: "supersede_decision",
  canonicalName: "supersede_decision",
  title: "Supersede decisions",
  description:
    "Replace one or more decisions that hold by a new one (title, target) or an existing one (superseded_by). Either all are replaced or nothing changes.",
  operation: replaceDecisions,
  input,
  hints: {
    rationale: { suggestion: "Explain in at least 15 characters why the old decision no longer holds." },
    old_decision_ids: {
      suggestion: 'Name at least one decision to replace, such as old_decision_ids: ["dec_…"].',
    },
    confidence: { suggestion: "Use a number from 0 to 1, such as confidence: 0.75." },
    source: sourceHint,
    superseded_by: { suggestion: 'Name the decision that holds instead, such as superseded_by: "dec_…".' },
  },
  result: DecisionResponse,
  toOperation: Object.assign(toReplacement, { argumentOf: toNewDecision.argumentOf }),
  fromOperation: (done) => decisionResponse(done, done.notices, done.isNew),
  text: ({ message }) => message,
});
