import * as z from "zod";
import { getDecisionContext } from "../learning/index.ts";
import { domainNames } from "../resources/completion.ts";
import { DomainSlug } from "../shared/names.ts";
import { perform } from "../shared/operations/operation.ts";
import { boundedText, LIMITS } from "../shared/text.ts";
import { contextText } from "../tools/membria/context-text.ts";
import { contextFields } from "../tools/membria/decision-context.ts";
import { definePrompt } from "./prompt.ts";

export const beforeDecision = definePrompt({
  name: "before_decision",
  title: "Before a decision",
  description: "What was decided on this before, how such decisions worked out, and how to decide well now.",
  input: z.strictObject({
    statement: boundedText(1, LIMITS.statement).describe("What is about to be decided"),
    domain: DomainSlug.optional().describe("The area, such as database; detected if left out"),
    confidence: z.coerce
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe("How probable it is that it works out, 0 to 1"),
  }),
  hints: {
    statement: { suggestion: "Say in a sentence what is about to be decided." },
    domain: { suggestion: "Use a short lowercase name such as database, or leave it out." },
    confidence: { suggestion: "Use a number from 0 to 1, such as 0.75, or leave it out." },
  },
  completers: { domain: domainNames },
  async facts({ statement, domain, confidence }, deps, call) {
    const context = await perform(getDecisionContext, { statement, domain, confidence }, deps, call);
    return [
      `About to be decided: ${JSON.stringify(statement)}`,
      "",
      contextText(contextFields(context), undefined),
      ...context.notices,
    ];
  },
  steps: () => [
    "If a decision above still holds and already settles this, say so and stop; nothing has to be decided again.",
    "If one above failed, say what is different now.",
    "Name at least one real alternative, and why it loses.",
    "Answer every warning above: what is different this time, or what you do instead.",
    "State your honest confidence, considering the success rate above.",
    "Record it with membria_capture_decision, or with supersede_decision if it replaces a decision that still holds.",
  ],
});
