/** Calls by which a person records and changes a decision: capture, replace, edit, note, judge, outcome and retract. */

import * as z from "zod";
import {
  captureDecision,
  type Decision,
  type EditableField,
  recordOutcome,
  SCORE_BY_STATUS,
  snakeCaseName,
  supersedeBy,
  supersedeDecision,
} from "../../decisions/index.ts";
import {
  editDecision,
  judgeAssumption,
  reopenDecision,
  restoreDecision,
  retractDecision,
  updateDecision,
} from "../../learning/index.ts";
import { DecisionRef } from "../../shared/ids.ts";
import { boundedText, LIMITS } from "../../shared/text.ts";
import { toDecision } from "../to-decision.ts";
import { type ActResult, definePageCall } from "./page-call.ts";

const captured = captureDecision.input.shape;

/** The form in which a person fills in a decision of theirs. */
const NewDecision = z.strictObject({
  statement: captured.statement,
  confidence: captured.confidence,
  reasoning: captured.reasoning,
  alternatives: captured.alternatives,
  domain: captured.domain,
  topic: captured.topic,
  assumptions: captured.assumptions,
  risks: captured.risks,
  risk_level: captured.riskLevel,
  consequences: captured.consequences,
  evidence: captured.evidence,
  questions: captured.questions,
  source: captured.source,
  due_days: captured.dueDays,
});

const newDecision = toDecision(NewDecision, captureDecision, {
  statement: "statement",
  confidence: (confidence) => ({ confidence, confidenceStated: confidence !== undefined }),
  reasoning: "reasoning",
  alternatives: "alternatives",
  domain: "domain",
  topic: "topic",
  assumptions: "assumptions",
  risks: "risks",
  risk_level: "riskLevel",
  consequences: "consequences",
  evidence: "evidence",
  questions: "questions",
  source: "source",
  due_days: "dueDays",
}).notTaking(["module", "label", "sessionId", "reportSameTopic"]);

interface CaptureDecisionResult extends ActResult {
  readonly id: string;
  /** Whether the same was recorded a few minutes ago, so that nothing was stored. */
  readonly repeated: boolean;
}

/** A decision of the person. */
export const captureDecisionCall = definePageCall({
  name: "capture-decision",
  effect: "write",
  makesDecision: true,
  input: NewDecision,
  async run(args, { perform, say }): Promise<CaptureDecisionResult> {
    const { decision, repeated, notices } = await perform(captureDecision, newDecision(args));
    say(notices);
    const { id, project } = decision;
    return {
      id,
      repeated,
      said: repeated
        ? `The same decision was recorded a few minutes ago: ${id}.`
        : `It is recorded as ${id} in ${project}.`,
      // A decision that was there before must not go with it.
      undo: repeated ? null : { call: "retract-decision", input: { id }, text: `${id} no longer holds.` },
    };
  },
});

interface SupersedeDecisionResult extends ActResult {
  /** The id of the decision that holds now. */
  readonly by: string;
}

export const supersedeDecisionCall = definePageCall({
  name: "supersede-decision",
  effect: "write",
  makesDecision: true,
  /** The id of the one that no longer holds. */
  input: NewDecision.extend({ id: DecisionRef }),
  fields: { supersedes: "id" },
  async run({ id, ...args }, { perform, say }): Promise<SupersedeDecisionResult> {
    const { decision, notices } = await perform(supersedeDecision, {
      ...newDecision(args),
      supersedes: [id],
    });
    say(notices);
    return { by: decision.id, said: `${decision.id} holds now, and replaces ${id}.`, undo: null };
  },
});

export const supersedeByCall = definePageCall({
  name: "supersede-by",
  effect: "write",
  input: z.strictObject({
    /** The one that no longer holds. */
    id: DecisionRef,
    /** One that was recorded already, and holds. */
    by: supersedeBy.input.shape.supersededBy,
    reasoning: supersedeBy.input.shape.reasoning,
  }),
  fields: { supersedes: "id", supersededBy: "by" },
  async run({ id, by, reasoning }, { perform, say }): Promise<SupersedeDecisionResult> {
    const { decision, notices } = await perform(supersedeBy, {
      supersedes: [id],
      supersededBy: by,
      reasoning,
    });
    say(notices);
    return { by: decision.id, said: `${decision.id} replaces ${id}.`, undo: null };
  },
});

const edited = editDecision.input.shape;
const { riskLevel, ...sameNames } = edited.changes.shape;

interface EditDecisionResult extends ActResult {
  /** The number of the newest wording. */
  readonly revision: number;
}

export const editDecisionCall = definePageCall({
  name: "edit-decision",
  effect: "write",
  input: z.strictObject({
    id: edited.ref,
    /** An empty value removes what is optional. */
    changes: z.strictObject({ ...sameNames, risk_level: riskLevel }),
    based_on: edited.basedOn,
  }),
  fields: { ref: "id", basedOn: "based_on", riskLevel: "changes.risk_level" },
  async run({ id, changes: given, based_on }, { perform, say }): Promise<EditDecisionResult> {
    const { risk_level, ...others } = given;
    const done = await perform(editDecision, {
      ref: id,
      changes: { ...others, riskLevel: risk_level },
      basedOn: based_on,
    });
    say(done.notices);
    const { before, after, changed, revision } = done;
    const names = changed.map(snakeCaseName).join(", ");
    return {
      revision,
      said: `${after.id} has new words: ${names}. The earlier ones are kept.`,
      undo: {
        call: "edit-decision",
        input: { id: after.id, changes: wordsOf(before, changed), based_on: revision },
        text: `${after.id} has its earlier words again.`,
      },
    };
  },
});

/** The changes that bring these fields back. */
function wordsOf(decision: Decision, fields: readonly EditableField[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(fields.map((name) => [snakeCaseName(name), decision[name] ?? ""]));
}

export const noteDecisionCall = definePageCall({
  name: "note-decision",
  effect: "write",
  input: z.strictObject({ id: updateDecision.input.shape.ref, note: boundedText(1, LIMITS.text) }),
  fields: { ref: "id" },
  async run({ id, note }, { perform, say }): Promise<ActResult> {
    const { notices } = await perform(updateDecision, { ref: id, note });
    say(notices);
    return { said: `The note is with ${id}.`, undo: null };
  },
});

const judged = judgeAssumption.input.shape;

export const judgeAssumptionCall = definePageCall({
  name: "judge-assumption",
  effect: "write",
  input: z.strictObject({
    id: judged.ref,
    assumption: judged.assumption,
    state: judged.state,
    because: judged.because,
  }),
  fields: { ref: "id" },
  async run({ id, ...judgement }, { perform, say }): Promise<ActResult> {
    const { notices } = await perform(judgeAssumption, { ref: id, ...judgement });
    say(notices);
    return { said: `The assumption of ${id} is ${judgement.state}.`, undo: null };
  },
});

const recorded = recordOutcome.input.shape;

export const recordOutcomeCall = definePageCall({
  name: "record-outcome",
  effect: "write",
  input: z.strictObject({ id: recorded.ref, status: recorded.status, lessons: recorded.lessons }),
  fields: { ref: "id" },
  async run({ id, status, lessons }, { perform, say }): Promise<ActResult> {
    const { outcome, notices } = await perform(recordOutcome, {
      ref: id,
      status,
      score: SCORE_BY_STATUS[status],
      lessons: [...lessons],
    });
    say(notices);
    return {
      said: `The outcome of ${id} is recorded: ${outcome.status}.`,
      undo: {
        call: "reopen-decision",
        input: { id },
        text: `The outcome of ${id} no longer counts.`,
      },
    };
  },
});

export const reopenDecisionCall = definePageCall({
  name: "reopen-decision",
  effect: "write",
  input: z.strictObject({ id: recorded.ref, reason: reopenDecision.input.shape.reason }),
  fields: { ref: "id" },
  async run({ id, reason }, { perform, say }): Promise<ActResult> {
    const { decision, notices } = await perform(reopenDecision, { ref: id, reason });
    say(notices);
    return { said: `The outcome of ${decision.id} no longer counts.`, undo: null };
  },
});

const retracted = retractDecision.input.shape;
const retraction = z.strictObject({ id: retracted.ref, reason: retracted.reason });

export const retractDecisionCall = definePageCall({
  name: "retract-decision",
  effect: "write",
  input: retraction,
  fields: { ref: "id" },
  async run({ id, reason }, { perform, say }): Promise<ActResult> {
    const { after, notices } = await perform(retractDecision, { ref: id, reason });
    say(notices);
    return {
      said: `${after.id} no longer holds.`,
      undo: { call: "restore-decision", input: { id: after.id }, text: `${after.id} holds again.` },
    };
  },
});

export const restoreDecisionCall = definePageCall({
  name: "restore-decision",
  effect: "write",
  input: retraction,
  fields: { ref: "id" },
  async run({ id, reason }, { perform, say }): Promise<ActResult> {
    const { decision, undoes, notices } = await perform(restoreDecision, { ref: id, reason });
    say(notices);
    return {
      said: `${decision.id} is as it was before.`,
      undo:
        undoes === "retraction"
          ? {
              call: "retract-decision",
              input: { id: decision.id },
              text: `${decision.id} no longer holds, as before.`,
            }
          : null,
    };
  },
});
