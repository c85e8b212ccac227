import * as z from "zod";
import { listDue } from "../app/decisions/list-due.ts";
import { perform } from "../app/shared/operation.ts";
import { decisionFields } from "../tools/membria/decision-fields.ts";
import { maxTokens } from "../tools/shared-arguments.ts";
import { domainNames } from "./completion.ts";
import { contents } from "./contents.ts";
import { defineResource } from "./resource.ts";

export const dueDecisionsResource = defineResource({
  name: "due_decisions",
  title: "Decisions that are due",
  description:
    "Decisions that hold and whose outcome should be known by now, the longest overdue first, with how many there are. Time alone makes a decision due, and that is not notified.",
  path: "decisions/due",
  input: z.strictObject({
    module: listDue.input.shape.domain.describe("Only of this area"),
    limit: z.number().int().min(1).max(100).default(20),
    max_tokens: maxTokens.optional(),
  }),
  hints: { limit: { suggestion: "Use a whole number from 1 to 100." } },
  completers: { module: domainNames },
  quotesMemory: true,
  async read({ module, limit, max_tokens }, deps, call) {
    const { items, total } = await perform(listDue, { domain: module, limit }, deps, call);
    const decisions = items.map((decision) => ({
      ...decisionFields(decision),
      due_at: decision.dueAt?.toISOString(),
    }));
    return contents({ decisions, total }, call, { maxTokens: max_tokens });
  },
  dependsOn: () => ["decisions"],
});
