import * as z from "zod";
import { captureDecision, supersedeDecision } from "../../../decisions/index.ts";
import { DecisionRef } from "../../../shared/ids.ts";
import { perform } from "../../../shared/operations/operation.ts";
import { boundedText, LIMITS } from "../../../shared/text.ts";
import { decisionFields } from "../../../tools/membria/decision-fields.ts";
import { toDecision } from "../../../tools/to-decision.ts";
import { noticeText } from "../../../tools/wording.ts";
import { defineCommand } from "../../command.ts";

const { shape } = captureDecision.input;

const input = z.strictObject({
  statement: shape.statement.describe("What was decided, in one sentence"),
  confidence: shape.confidence.describe("Probability that it works out: 0 to 1, or such as 80%"),
  alternative: shape.alternatives.describe("What was considered instead."),
  reasoning: shape.reasoning.describe("Why"),
  domain: shape.domain.describe("The area it belongs to (detected)"),
  topic: shape.topic.describe("A short name for what it is about (derived)"),
  assumption: shape.assumptions.describe("What must hold for it to work out."),
  risk: shape.risks.describe("What may go wrong."),
  riskLevel: shape.riskLevel.describe("How much is at stake."),
  dueDays: shape.dueDays.describe("Days until its outcome is due (30, or the setting of the project)"),
  supersedes: z.array(DecisionRef).default([]).describe("The id of a decision it replaces."),
  file: z.array(boundedText(1, LIMITS.name)).default([]).describe("A file it concerns."),
  question: shape.questions.describe("A question that it answers, up to 3."),
  source: shape.source.describe("The exchange or text in which it was decided; - reads standard input"),
});

const toOperationInput = toDecision(input.omit({ supersedes: true }), captureDecision, {
  statement: "statement",
  confidence: (confidence) => ({ confidence, confidenceStated: confidence !== undefined }),
  alternative: "alternatives",
  reasoning: "reasoning",
  domain: "domain",
  topic: "topic",
  assumption: "assumptions",
  risk: "risks",
  riskLevel: "riskLevel",
  dueDays: "dueDays",
  file: (files) => ({ evidence: files.map((ref) => ({ kind: "file" as const, ref })) }),
  question: "questions",
  source: "source",
}).notTaking(["module", "consequences", "label", "sessionId", "reportSameTopic"]);

export const decide = defineCommand({
  name: "decide",
  summary: "Record a decision of yours, with your confidence in it.",
  positionals: ["statement"],
  input,
  fields: {
    alternatives: "alternative",
    assumptions: "assumption",
    risks: "risk",
    evidence: "file",
    questions: "question",
  },
  takesDecisions: ["supersedes"],
  longTexts: ["statement", "reasoning", "source"],
  async run({ supersedes, ...args }, { deps, call, terminal, wording }) {
    const decisionInput = toOperationInput(args);
    const {
      decision,
      repeated,
      superseded,
      notices: rawNotices,
    } = supersedes.length > 0
      ? await perform(supersedeDecision, { ...decisionInput, supersedes }, await deps(), await call())
      : await perform(captureDecision, decisionInput, await deps(), await call());
    const notices = rawNotices.map((notice) => noticeText(notice, wording));
    const id = terminal.style("bold", decision.id);
    return {
      json: { ...decisionFields(decision), repeated, superseded: superseded.map((old) => old.id), notices },
      text: [
        repeated
          ? `The same decision was recorded a few minutes ago as ${id}; nothing was stored again.`
          : `Recorded as ${id} in ${decision.project}.`,
        ...superseded.map((old) => `${old.id} no longer holds: it is superseded.`),
        ...notices,
      ].join("\n"),
    };
  },
});
