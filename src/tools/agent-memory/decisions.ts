import * as z from "zod";
import {
  type AddedDecision,
  Confidence,
  captureDecision,
  type Decision,
  replaceDecisions,
  supersedeBy,
  supersedeDecision,
} from "../../decisions/index.ts";
import type { Notice } from "../../shared/errors.ts";
import { boundedText, foldLines, LIMITS, textList } from "../../shared/text.ts";
import { askPersonTo } from "../remedies.ts";
import { source, sourceHint } from "../shared-arguments.ts";
import { toDecision } from "../to-decision.ts";
import { agentMemoryTool } from "./dialect.ts";

/** The reply to recording or replacing a decision. */

/** The document's `DecisionResponse`, with the parts it leaves open. */
const DecisionResponse = z.object({
  status: z.literal("success"),
  message: z.string(),
  decision_id: z.string(),
  target: z.string(),
  superseded: z.array(z.string()),
  conflicts_with: z.array(z.string()),
});

function decisionResponse(
  { decision, repeated, superseded, sameTopic }: AddedDecision,
  notices: readonly Notice[],
  isNew = true,
): z.output<typeof DecisionResponse> & { notices?: Notice[] } {
  const conflicts = sameTopic.map(({ id }) => id);
  const said = [
    repeated
      ? `The same decision was recorded a few minutes ago as ${decision.id}; nothing was stored again.`
      : isNew
        ? `Recorded as ${decision.id}.`
        : `${decision.id} was recorded before.`,
    ...(superseded.length > 0 ? [`It supersedes ${superseded.map(({ id }) => id).join(", ")}.`] : []),
    ...conflictSentences(decision, sameTopic),
  ];
  return {
    status: "success",
    message: said.join(" "),
    decision_id: decision.id,
    target: decision.topic,
    superseded: superseded.map(({ id }) => id),
    conflicts_with: conflicts,
    ...(notices.length > 0 && { notices: [...notices] }),
  };
}

/** How each of the others can be replaced: by a call, or only by a person if a person made it. */
function conflictSentences(decision: Decision, others: readonly Decision[]): string[] {
  const isTheirs = ({ author }: Decision): boolean =>
    author.kind === "human" && decision.author.kind !== "human";
  const ids = (some: readonly Decision[]): string => some.map(({ id }) => id).join(", ");
  const theirs = others.filter(isTheirs);
  const replaceable = others.filter((other) => !isTheirs(other));
  const holdsAsWell = `Another decision on "${foldLines(decision.topic)}" holds as well`;
  return [
    ...(replaceable.length > 0
      ? [`${holdsAsWell}: ${ids(replaceable)}. supersede_decision replaces it.`]
      : []),
    ...(theirs.length > 0
      ? [`${holdsAsWell}, and a person made it: ${ids(theirs)}. ${askPersonTo(`replace ${ids(theirs)}`)}`]
      : []),
  ];
}

const toRecord = z.strictObject({
  title: boundedText(1, LIMITS.statement).describe("Short title of the decision"),
  target: boundedText(1, LIMITS.name).describe("The object or area it applies to"),
  rationale: boundedText(10, LIMITS.text).describe("Why, in detail"),
  consequences: textList().default([]),
  source,
});

export const recordDecisionTool = agentMemoryTool({
  name: "record_decision",
  canonicalName: "record_decision",
  title: "Record a decision",
  description:
    "Record a strategic decision about a target. It does not replace another decision about the same target: the reply names that one, and supersede_decision replaces it.",
  operation: captureDecision,
  input: toRecord,
  hints: {
    title: { suggestion: "Give the decision a short title." },
    target: { suggestion: "Name what the decision applies to, such as database_policy." },
    rationale: { suggestion: "Explain the decision in at least 10 characters." },
    source: sourceHint,
  },
  result: DecisionResponse,
  toOperation: toDecision(
    toRecord,
    captureDecision,
    {
      title: "statement",
      target: "topic",
      rationale: "reasoning",
      consequences: "consequences",
      source: "source",
    },
    { confidenceStated: false, reportSameTopic: true },
  ).notTaking([
    "domain",
    "module",
    "confidence",
    "alternatives",
    "assumptions",
    "riskLevel",
    "risks",
    "evidence",
    "label",
    "sessionId",
    "dueDays",
    "questions",
  ]),
  fromOperation: (done) => decisionResponse(done, done.notices),
  text: ({ message }) => message,
});

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

const toSupersede = forNew
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

const toReplacement = ({ superseded_by, ...args }: z.output<typeof toSupersede>) =>
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
  input: toSupersede,
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
