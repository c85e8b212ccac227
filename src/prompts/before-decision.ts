import * as z from "zod";
import { perform } from "../app/operation.ts";
import { searchDecisions } from "../app/search-decisions.ts";
import { DomainQuery, detectDomain } from "../domain/subject.ts";
import { boundedText, LIMITS } from "../domain/text.ts";
import { domainNames } from "../resources/completion.ts";
import { getConfidenceGuidanceTool } from "../tools/membria/get-confidence-guidance.ts";
import { definePrompt } from "./prompt.ts";
import { quotedDecisions } from "./quoted-decisions.ts";

export const beforeDecision = definePrompt({
  name: "before_decision",
  title: "Before a decision",
  description: "What was decided on this before, how such decisions worked out, and how to decide well now.",
  input: z.strictObject({
    statement: boundedText(1, LIMITS.statement).describe("What is about to be decided"),
    domain: DomainQuery.optional().describe("The area, such as database; detected if left out"),
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
  async facts({ statement, domain = detectDomain(statement), confidence }, deps, call) {
    const guidance = await getConfidenceGuidanceTool.call(
      { domain, context: statement, ...(confidence !== undefined && { decision_confidence: confidence }) },
      deps,
      { ...call, notices: [] },
    );
    if (guidance.fault) throw guidance.fault;
    const { results } = await perform(searchDecisions, { query: statement }, deps, call);
    // A draft is nobody's word yet, so it is not brought up unasked.
    const found = results.map(({ decision }) => decision).filter(({ standing }) => standing !== "draft");
    return [
      `About to be decided, in the domain ${domain}: ${JSON.stringify(statement)}`,
      "",
      guidance.text,
      ...(found.length === 0
        ? ["Nothing in the memory is about the same."]
        : quotedDecisions("About the same", found)),
    ];
  },
  steps: () => [
    "If a decision above holds and settles this already, say so and stop; nothing has to be decided again.",
    "If one above was tried and failed, say what is different now.",
    "Name at least one real alternative, and why it loses.",
    "State the confidence you really hold, moved toward the rate above.",
    "Keep it with membria_capture_decision; where it replaces one that holds, with supersede_decision.",
  ],
});
