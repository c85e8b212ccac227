/** Commands that change what holds: retract, restore, supersede, merge and reopen. */

import * as z from "zod";
import {
  isQuoted,
  type MergePlan,
  snakeCaseName,
  supersedeBy,
  supersedeDecision,
} from "../../../decisions/index.ts";
import { mergeDecisions, reopenDecision, restoreDecision, retractDecision } from "../../../learning/index.ts";
import { Fault } from "../../../shared/errors.ts";
import { DecisionRef } from "../../../shared/ids.ts";
import { perform } from "../../../shared/operations/operation.ts";
import { cutTo } from "../../../shared/text.ts";
import { decisionFields } from "../../../tools/membria/decision-fields.ts";
import { inQuotes } from "../../../tools/quote.ts";
import { noticeText } from "../../../tools/wording.ts";
import { type CommandContext, defineCommand } from "../../command.ts";
import { counted } from "../../figures.ts";

const retracting = retractDecision.input.shape;

export const retract = defineCommand({
  name: "retract",
  summary: "Mark a decision as no longer valid.",
  positionals: ["id"],
  input: z.strictObject({
    id: retracting.ref.describe("The decision's id"),
    reason: retracting.reason.describe("Why it no longer holds"),
  }),
  fields: { ref: "id" },
  takesDecisions: ["id"],
  longTexts: ["reason"],
  async run({ id, reason }, { deps, call, wording }) {
    const {
      before,
      after,
      notices: rawNotices,
    } = await perform(retractDecision, { ref: id, reason }, await deps(), await call());
    const notices = rawNotices.map((notice) => noticeText(notice, wording));
    const text = `${after.id} no longer holds: ${before.standing} → ${after.standing}. It stays readable.`;
    return { json: { ...decisionFields(after), notices }, text: [text, ...notices].join("\n") };
  },
});

const restoring = restoreDecision.input.shape;

export const restore = defineCommand({
  name: "restore",
  summary: "Take back that a decision was retracted, or merged into another one.",
  positionals: ["id"],
  input: z.strictObject({
    id: restoring.ref.describe("The decision's id"),
    reason: restoring.reason.describe("Why it should be as before"),
    dryRun: restoring.dryRun.describe("Only say what would change."),
  }),
  fields: { ref: "id" },
  takesDecisions: ["id"],
  longTexts: ["reason"],
  async run({ id, reason, dryRun }, { deps, call, wording }) {
    const done = await perform(restoreDecision, { ref: id, reason, dryRun }, await deps(), await call());
    const { decision, before, standing, undoes, keep } = done;
    const notices = done.notices.map((notice) => noticeText(notice, wording));
    const holds = standing === "active" ? `${dryRun ? "would hold" : "holds"} again` : "";
    const is = holds || `${dryRun ? "would be" : "is"} as before`;
    const text = [
      `${decision.id} ${is}: ${before} → ${standing}.`,
      ...(undoes === "merge" && keep
        ? [
            `It ${dryRun ? "would be" : "is"} no longer one with ${keep.id}: each has its own outcome and links.`,
          ]
        : []),
      ...(dryRun ? ["Nothing was changed."] : []),
      ...notices,
    ].join("\n");
    const json = {
      ...decisionFields(decision),
      undoes,
      standing_before: before,
      standing_after: standing,
      ...(keep && { merged_into: keep.id }),
      dry_run: dryRun,
      notices,
    };
    return { json, text };
  },
});

const superseding = supersedeDecision.input.shape;

const Replacement = z.strictObject({
  old: DecisionRef.describe("The id of the decision that no longer holds"),
  statement: superseding.statement.optional().describe("What holds instead, if it was not recorded yet"),
  by: supersedeBy.input.shape.supersededBy
    .optional()
    .describe("Instead of a statement: the id of the decision that holds"),
  reasoning: superseding.reasoning.describe("Why the old one no longer holds"),
  confidence: superseding.confidence.describe(
    "Probability that the new one works out: 0 to 1, or such as 80%",
  ),
});

export const supersede = defineCommand({
  name: "supersede",
  summary: "Replace a decision by a new one, or by one that was recorded already.",
  positionals: ["old", "statement"],
  input: Replacement,
  fields: { supersedes: "old", supersededBy: "by" },
  takesDecisions: ["old", "by"],
  longTexts: ["statement", "reasoning"],
  async run(given, context) {
    const { decision, superseded, sameTopic, notices: raw } = await replaced(given, context);
    const notices = raw.map((notice) => noticeText(notice, context.wording));
    const others = sameTopic.map(({ id }) => id);
    return {
      json: {
        ...decisionFields(decision),
        superseded: superseded.map(({ id }) => id),
        same_topic: others,
        notices,
      },
      text: [
        ...superseded.map(({ id }) => `${id} no longer holds: it is superseded by ${decision.id}.`),
        ...(others.length > 0
          ? [`Another decision on ${JSON.stringify(decision.topic)} holds as well: ${others.join(", ")}.`]
          : []),
        ...notices,
      ].join("\n"),
    };
  },
});

async function replaced(
  { old, statement, by, reasoning, confidence }: z.output<typeof Replacement>,
  { deps, call }: CommandContext,
) {
  if (by !== undefined && statement === undefined && confidence === undefined) {
    const named = { supersedes: [old], supersededBy: by, reasoning };
    return perform(supersedeBy, named, await deps(), await call());
  }
  if (statement === undefined || by !== undefined) throw eitherOr(by !== undefined);
  const stated = { statement, reasoning, confidence, confidenceStated: confidence !== undefined };
  return perform(supersedeDecision, { ...stated, supersedes: [old] }, await deps(), await call());
}

function eitherOr(both: boolean): Fault {
  return new Fault(
    "invalid",
    both
      ? "Both a new decision and --by were given; one of them replaces the old one."
      : "It was not said what replaces the old decision.",
    {
      field: "by",
      reason: both ? "given_twice" : "missing_argument",
      hint: 'membria supersede OLD "What holds now" records a new one, membria supersede OLD --by ID names one that was recorded.',
    },
  );
}

const merging = mergeDecisions.input.shape;
const LONGEST_QUOTE = 160;

export const merge = defineCommand({
  name: "merge",
  summary:
    "Make two records of the same decision one, with the texts, links, notes, signals and outcome of both.",
  positionals: ["keep", "duplicate"],
  input: z.strictObject({
    keep: merging.keep.describe("The id of the decision that stays"),
    duplicate: merging.duplicate.describe("The id of the one that says the same; it stays readable"),
    dryRun: merging.dryRun.describe("Only say what would be taken over."),
  }),
  takesDecisions: ["keep", "duplicate"],
  async run(input, { deps, call }) {
    const done = await perform(mergeDecisions, input, await deps(), await call());
    const { keep, duplicate, onlyThere, links, notes, signals, outcome, stopsCounting, dryRun, isLost } =
      done;
    const first = dryRun
      ? `${duplicate.id} would be merged into ${keep.id}:`
      : isLost
        ? `${duplicate.id} was not merged into ${keep.id}:`
        : `${duplicate.id} is merged into ${keep.id}, and superseded by it:`;
    const last =
      dryRun || isLost ? "Nothing was changed." : `To take it back: membria restore ${duplicate.id}`;
    return {
      json: {
        ...decisionFields(keep),
        duplicate: duplicate.id,
        taken_over: {
          links: links.map(({ from, to, relation, state }) => ({
            from_id: from,
            to_id: to,
            relationship: relation,
            state,
          })),
          said: onlyThere.map((only) => ({
            of: only.id,
            field: snakeCaseName(only.field),
            ...(isQuoted(only) && { texts: [...only.texts] }),
          })),
          notes,
          signals,
          outcome: outcome === "of-duplicate",
        },
        stops_counting: stopsCounting,
        dry_run: dryRun,
        ...(isLost && { lost: true }),
      },
      text: [first, ...linesOf(done), last].join("\n"),
    };
  },
});

function linesOf(plan: MergePlan): string[] {
  const { keep, duplicate, onlyThere, links, notes, signals, outcome, stopsCounting } = plan;
  const lines = [
    ...onlyThere.flatMap((only) => {
      const what = `${snakeCaseName(only.field)} of ${only.id}`;
      return isQuoted(only)
        ? only.texts.map((text) => `${what}, shown with ${keep.id}: ${inQuotes(cutTo(LONGEST_QUOTE, text))}`)
        : [`${what}, which is kept there and shown to people with ${keep.id}`];
    }),
    ...links.map(({ from, to, relation, state }) => `${from} ${relation} ${to} (${state})`),
    ...(notes + signals > 0
      ? [
          `${counted(notes, "note")} and ${counted(signals, "signal")} of ${duplicate.id}, shown with ${keep.id}`,
        ]
      : []),
    ...(outcome === "of-duplicate" ? [`the outcome of ${duplicate.id}, which counts for ${keep.id}`] : []),
    ...(stopsCounting
      ? [`both have an outcome: that of ${keep.id} counts, that of ${duplicate.id} stays in the history`]
      : []),
  ];
  return (lines.length > 0 ? lines : ["it has nothing that is not there"]).map((line) => `  ${line}`);
}

const reopening = reopenDecision.input.shape;

export const reopen = defineCommand({
  name: "reopen",
  summary: "Withdraw the outcome of a decision: it is open again, and nothing is counted of it.",
  positionals: ["id"],
  input: z.strictObject({
    id: reopening.ref.describe("The decision's id"),
    reason: reopening.reason.describe("Why the outcome does not stand"),
    dryRun: reopening.dryRun.describe("Only say what would be withdrawn."),
  }),
  fields: { ref: "id" },
  takesDecisions: ["id"],
  longTexts: ["reason"],
  async run({ id, reason, dryRun }, { deps, call, wording }) {
    const done = await perform(reopenDecision, { ref: id, reason, dryRun }, await deps(), await call());
    const { decision, outcomes } = done;
    const notices = done.notices.map((notice) => noticeText(notice, wording));
    const withdrawn = outcomes.map(
      ({ status, score, at, domain }) =>
        `  ${at.toISOString().slice(0, 10)}  ${status} (${score}) in ${domain}`,
    );
    const text = [
      dryRun
        ? `${decision.id} would be open again, and nothing counted of:`
        : `${decision.id} is open again (${decision.progress}). Withdrawn, and kept in its history:`,
      ...withdrawn,
      dryRun
        ? "Nothing was changed."
        : `When it is known how it worked out: membria outcome ${decision.id} STATUS`,
      ...notices,
    ].join("\n");
    const json = {
      ...decisionFields(decision),
      withdrawn: outcomes.map((outcome) => ({
        outcome_id: outcome.id,
        decision_id: outcome.decisionId,
        final_status: outcome.status,
        final_score: outcome.score,
        domain: outcome.domain,
        completed_at: outcome.at.toISOString(),
      })),
      dry_run: dryRun,
      notices,
    };
    return { json, text };
  },
});
