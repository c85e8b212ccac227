import * as z from "zod";
import { listDue } from "../decisions/index.ts";
import type { Deps } from "../memory/index.ts";
import { decisionIds } from "../resources/completion.ts";
import { DecisionRef } from "../shared/ids.ts";
import { type Call, perform } from "../shared/operations/operation.ts";
import { getDecisionTool } from "../tools/membria/get-decision.ts";
import { definePrompt, quotedDecisions } from "./prompt.ts";

export const afterOutcome = definePrompt({
  name: "after_outcome",
  title: "After an outcome",
  description: "Record how a decision worked out and what was learned; without an id, what is due.",
  input: z.strictObject({
    decision_id: DecisionRef.optional().describe("The decision (dec_…); left out, those that are due"),
  }),
  hints: { decision_id: { suggestion: "Send the id of a decision (dec_…), or leave it out." } },
  fields: { ref: "decision_id" },
  completers: { decision_id: decisionIds },
  facts: ({ decision_id }, deps, call) =>
    decision_id === undefined ? whatIsDue(deps, call) : oneDecision(decision_id, deps, call),
  steps: ({ decision_id }) => [
    ...(decision_id === undefined
      ? ["Take the decisions above whose outcome you can find out, one by one."]
      : []),
    "Find out how it worked out from what can be checked: tests, incidents, measurements, the current code. Otherwise ask the person.",
    "Record it with membria_record_outcome: success, partial or failure, and an honest score.",
    "Put into lessons_learned what somebody should know before a similar decision, one sentence each.",
    "If it failed and still holds, propose a replacement with supersede_decision.",
  ],
});

async function oneDecision(decision_id: string, deps: Deps, call: Call): Promise<string[]> {
  const { text, fault } = await getDecisionTool.call({ decision_id }, deps, { ...call, notices: [] });
  if (fault) throw fault;
  return [text];
}

async function whatIsDue(deps: Deps, call: Call): Promise<string[]> {
  const { items, total } = await perform(listDue, { limit: 10 }, deps, call);
  if (total === 0) return ["No outcome is due."];
  return [
    `${total === 1 ? "1 decision is" : `${total} decisions are`} due for an outcome${total > items.length ? "; membria://decisions/due has them all" : ""}.`,
    ...quotedDecisions("The longest overdue", items),
  ];
}
