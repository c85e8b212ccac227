/** Calls that answer what waits for a person, and take the answer back. */

import * as z from "zod";
import { ProjectName } from "../../access/index.ts";
import { CANDIDATE_ORIGINS, type Candidate, putBackCandidate } from "../../candidates/index.ts";
import { OUTCOME_STATUSES } from "../../decisions/index.ts";
import type { Deps } from "../../memory/index.ts";
import { Fault } from "../../shared/errors.ts";
import { CANDIDATE_ID } from "../../shared/ids.ts";
import type { Call } from "../../shared/operations/operation.ts";
import { ALL_PROJECTS } from "../../shared/scope.ts";
import { startScreening } from "../../shared/screening.ts";
import { boundedText, LIMITS, textList } from "../../shared/text.ts";
import {
  type Answer,
  decideItem,
  MOST_OF_A_KIND,
  type ReviewKind,
  readQueue,
  type Undo,
} from "../review-queue.ts";
import { type ActResult, definePageCall, moment, type UndoResult } from "./page-call.ts";

const KINDS = [
  "decision",
  "checkpoint",
  "outcome",
  "link",
  "proposal",
] as const satisfies readonly ReviewKind[];

interface AnswerItemResult extends ActResult {
  /** The id of what it became. */
  readonly became: string | null;
}

/** Takes the answer of a person to something that waits. Somebody with a full queue gives more than ten in a minute. */
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

const commonFields = {
  id: z.string().regex(CANDIDATE_ID),
  project: ProjectName,
  at: moment,
  client: boundedText(1, LIMITS.name),
  session: boundedText(1, LIMITS.name),
  files: textList(),
};

const Citation = z.strictObject({
  commit: z.string().max(64).optional(),
  subject: boundedText(0, LIMITS.text).optional(),
  pr: boundedText(0, LIMITS.name).optional(),
  file: boundedText(0, LIMITS.text).optional(),
  line: z.number().int().optional(),
  isOutside: z.boolean().optional(),
  at: moment.optional(),
});

const Given = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("decision"),
    ...commonFields,
    origin: z.enum(CANDIDATE_ORIGINS),
    quote: boundedText(0, LIMITS.text),
    statement: boundedText(1, LIMITS.statement),
    alternatives: textList(),
    reasoning: boundedText(0, LIMITS.text).optional(),
    citation: Citation.optional(),
  }),
  z.strictObject({ kind: z.literal("checkpoint"), ...commonFields, summary: boundedText(1, LIMITS.text) }),
]);
type Given = z.output<typeof Given>;

/** Takes an answer back. The browser had the words for a while, so that they are screened like any others. */
export const putBackCandidateCall = definePageCall({
  name: "put-back-candidate",
  effect: "write",
  input: z.strictObject({ candidate: Given, became: putBackCandidate.input.shape.became }),
  async run({ candidate, became }, { perform, deps, call }): Promise<ActResult> {
    requireOwnProject(candidate.project, call);
    await perform(putBackCandidate, { candidate: screenedCandidate(candidate, deps), became });
    return { said: `${candidate.id} waits again.`, undo: null };
  },
});

/** The candidate names its project itself, which may not be one that the person cannot see. */
function requireOwnProject(project: string, { scope, confinedTo }: Call): void {
  const isOwn = scope === project || (scope === ALL_PROJECTS && (confinedTo ?? project) === project);
  if (isOwn) return;
  throw new Fault("invalid", "The candidate belongs to another project.", {
    field: "candidate.project",
    received: project,
    reason: "other_project",
    hint: "Nothing was changed. Choose its project first.",
  });
}

function screenedCandidate(given: Given, { secrets }: Pick<Deps, "secrets">): Candidate {
  const screen = startScreening(secrets);
  const files = screen.list("files", given.files);
  if (given.kind === "checkpoint") return { ...given, files, summary: screen.text("summary", given.summary) };
  const { citation, reasoning, ...words } = given;
  return {
    ...words,
    files,
    quote: screen.text("quote", words.quote),
    statement: screen.text("statement", words.statement),
    alternatives: screen.list("alternatives", words.alternatives),
    reasoning: screen.optional("reasoning", reasoning),
    citation: citation && {
      ...citation,
      subject: screen.optional("subject", citation.subject),
      pr: screen.optional("pr", citation.pr),
      file: screen.optional("file", citation.file),
    },
  };
}
