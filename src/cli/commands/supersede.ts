import * as z from "zod";
import { supersedeBy } from "../../app/decisions/supersede-by.ts";
import { supersedeDecision } from "../../app/decisions/supersede-decision.ts";
import { perform } from "../../app/shared/operation.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { DecisionRef } from "../../domain/shared/ids.ts";
import { decisionFields } from "../../tools/membria/decision-fields.ts";
import { noticeText } from "../../tools/wording.ts";
import { type CommandContext, defineCommand } from "../command.ts";

const { shape } = supersedeDecision.input;

const input = z.strictObject({
  old: DecisionRef.describe("The id of the decision that no longer holds"),
  statement: shape.statement.optional().describe("What holds instead, if it was not recorded yet"),
  by: supersedeBy.input.shape.supersededBy
    .optional()
    .describe("Instead of a statement: the id of the decision that holds"),
  reasoning: shape.reasoning.describe("Why the old one no longer holds"),
  confidence: shape.confidence.describe("Probability that the new one works out: 0 to 1, or such as 80%"),
});

export const supersede = defineCommand({
  name: "supersede",
  summary: "Replace a decision by a new one, or by one that was recorded already.",
  positionals: ["old", "statement"],
  input,
  fields: { supersedes: "old", supersededBy: "by" },
  takesDecisions: ["old", "by"],
  longTexts: ["statement", "reasoning"],
  async run(given, context) {
    const { decision, superseded, sameTopic, notices: raw } = await replaced(given, context);
    const notices = raw.map((notice) => noticeText(notice, context.wording));
    const others = sameTopic.map(({ id }) => id);
    return {
      json: {
        ...decisionFields(decision),
        superseded: superseded.map(({ id }) => id),
        same_topic: others,
        notices,
      },
      text: [
        ...superseded.map(({ id }) => `${id} no longer holds: it is superseded by ${decision.id}.`),
        ...(others.length > 0
          ? [`Another decision on ${JSON.stringify(decision.topic)} holds as well: ${others.join(", ")}.`]
          : []),
        ...notices,
      ].join("\n"),
    };
  },
});

async function replaced(
  { old, statement, by, reasoning, confidence }: z.output<typeof input>,
  { deps, call }: CommandContext,
) {
  if (by !== undefined && statement === undefined && confidence === undefined) {
    const named = { supersedes: [old], supersededBy: by, reasoning };
    return perform(supersedeBy, named, await deps(), await call());
  }
  if (statement === undefined || by !== undefined) throw eitherOr(by !== undefined);
  const stated = { statement, reasoning, confidence, confidenceStated: confidence !== undefined };
  return perform(supersedeDecision, { ...stated, supersedes: [old] }, await deps(), await call());
}

function eitherOr(both: boolean): Fault {
  return new Fault(
    "invalid",
    both
      ? "Both a new decision and --by were given; one of them replaces the old one."
      : "It was not said what replaces the old decision.",
    {
      field: "by",
      reason: both ? "given_twice" : "missing_argument",
      hint: 'membria supersede OLD "What holds now" records a new one, membria supersede OLD --by ID names one that was recorded.',
    },
  );
}
