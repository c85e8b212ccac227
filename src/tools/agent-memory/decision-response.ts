/** The reply to recording or replacing a decision. */

import * as z from "zod";
import type { AddedDecision, Decision } from "../../decisions/index.ts";
import type { Notice } from "../../shared/errors.ts";
import { foldLines } from "../../shared/text.ts";
import { askPersonTo } from "../remedies.ts";

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
