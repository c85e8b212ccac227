import * as z from "zod";
import { OUTCOME_STATUSES } from "../../domain/decisions/outcome.ts";
import type { Candidate } from "../../domain/hooks/candidate.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { boundedText, LIMITS } from "../../domain/shared/text.ts";
import { type Answer, decideItem, type Undo } from "../review/decide-item.ts";
import { MOST_OF_A_KIND, type ReviewKind, readQueue } from "../review/queue.ts";
import type { ActResult, UndoResult } from "./act-result.ts";
import { definePageCall } from "./page-call.ts";

const KINDS = [
  "decision",
  "checkpoint",
  "outcome",
  "link",
  "proposal",
] as const satisfies readonly ReviewKind[];

export interface AnswerItemResult extends ActResult {
  /** The id of what it became. */
  readonly became: string | null;
}

/** What a person says about something that waits. Somebody with a full queue answers more than ten in a minute. */
export const answerItemCall = definePageCall({
  name: "answer-item",
  effect: "write",
  input: z.strictObject({
    kind: z.enum(KINDS),
    id: z.string().min(1).max(200),
    verdict: z.enum(["accepted", "rejected"]),
    /** The statement or the summary, in the words of the person. */
    words: boundedText(1, LIMITS.text).optional(),
    /** Of an outcome; otherwise the one that the repository suggests, or success or failure by the verdict. */
    status: z.enum(OUTCOME_STATUSES).optional(),
    lesson: boundedText(1, LIMITS.text).optional(),
    /** Nothing follows from what the repository says. */
    dismissed: z.boolean().optional(),
    /** The person has seen which links in force say something else. */
    despite_conflicts: z.boolean().optional(),
  }),
  fields: { despiteConflicts: "despite_conflicts", ref: "id", link: "id", lessons: "lesson" },
  async run({ kind, id, despite_conflicts, ...given }, { deps, call, say }): Promise<AnswerItemResult> {
    const { items } = await readQueue(deps, call, MOST_OF_A_KIND);
    const item = items.find((one) => one.kind === kind && one.id === id);
    if (!item) throw noLongerWaits(id);
    const answer: Answer = { ...given, despiteConflicts: despite_conflicts };
    const decided = await decideItem(item, answer, deps, { ...call, scope: item.project });
    say(decided.notices);
    return {
      said: decided.text,
      became: decided.became ?? null,
      undo: decided.undo ? undoResult(decided.undo) : null,
    };
  },
});

function noLongerWaits(id: string): Fault {
  return new Fault("not_found", `${id} does not wait for anybody.`, {
    field: "id",
    received: id,
    reason: "not_waiting",
    hint: "Nothing was changed. Somebody may have answered it, or it may have expired.",
    remedies: [{ remedy: "list-candidates" }],
  });
}

function undoResult(undo: Undo): UndoResult {
  const text = `${undo.text.charAt(0).toUpperCase()}${undo.text.slice(1)}.`;
  if (undo.does === "reopen") return { call: "reopen-decision", input: { id: undo.id }, text };
  const { candidate, became } = undo;
  return {
    call: "put-back-candidate",
    input: { candidate: candidateFields(candidate), ...(became !== undefined && { became }) },
    text,
  };
}

const candidateFields = ({ at, ...candidate }: Candidate): Readonly<Record<string, unknown>> => {
  const common = { ...candidate, at: at.toISOString() };
  if (candidate.kind !== "decision" || candidate.citation === undefined) return common;
  const { at: written, ...citation } = candidate.citation;
  return { ...common, citation: { ...citation, ...(written && { at: written.toISOString() }) } };
};
