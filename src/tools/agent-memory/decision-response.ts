import * as z from "zod";
import type { AddedDecision } from "../../domain/decisions/decision-store.ts";
import { foldLines } from "../../domain/shared/lines.ts";
import type { Notice } from "../../domain/shared/remedy.ts";

/** The document's `DecisionResponse`, with the parts it leaves open. */
export const DecisionResponse = z.object({
  status: z.literal("success"),
  message: z.string(),
  decision_id: z.string(),
  target: z.string(),
  superseded: z.array(z.string()),
  conflicts_with: z.array(z.string()),
});

export function decisionResponse(
  { decision, repeated, superseded, sameTopic }: AddedDecision,
  notices: readonly Notice[],
): z.output<typeof DecisionResponse> & { notices?: Notice[] } {
  const conflicts = sameTopic.map(({ id }) => id);
  const said = [
    repeated
      ? `The same decision was recorded a few minutes ago as ${decision.id}; nothing was stored again.`
      : `Recorded as ${decision.id}.`,
    ...(superseded.length > 0 ? [`It supersedes ${superseded.map(({ id }) => id).join(", ")}.`] : []),
    ...(conflicts.length > 0
      ? [
          `Another decision on "${foldLines(decision.topic)}" holds as well: ${conflicts.join(", ")}. supersede_decision replaces it.`,
        ]
      : []),
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
