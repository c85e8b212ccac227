/** Commands about what was learned: skills and skills show. */

import * as z from "zod";
import {
  type AnalysedSkill,
  getSkill,
  getSkills,
  relearnSkills,
  type TrialEffect,
} from "../../../learning/index.ts";
import { ALL_DOMAINS } from "../../../shared/names.ts";
import { perform, type ResultOf } from "../../../shared/operations/operation.ts";
import { rounded, wholePercent } from "../../../shared/rounding.ts";
import { foldLines } from "../../../shared/text.ts";
import {
  type AntipatternFields,
  analysedFields,
  antipatternFields,
  antipatternLines,
  getSkillsTool,
  rateText,
  type SkillFields,
  skillFields,
  skillLines,
} from "../../../tools/membria/skills.ts";
import { bullet, indentedText, labelled } from "../../../tools/quote.ts";
import { MAX_TOKENS } from "../../../tools/shorten.ts";
import { withProjectsNamed } from "../../across-projects.ts";
import { type CommandContext, type CommandResult, defineCommand } from "../../command.ts";
import type { Terminal } from "../../terminal.ts";
import { useTool } from "../../use-tool.ts";

const { shape } = getSkills.input;

export const skills = defineCommand({
  name: "skills",
  summary: "Show what similar decisions have taught: what keeps working, and what keeps failing.",
  positionals: ["domain"],
  input: z.strictObject({
    domain: shape.domain.default(ALL_DOMAINS).describe("One domain (all of them)"),
    about: shape.statement.describe("A decision statement: only skills that apply to it."),
    minConfidence: shape.minConfidence
      .default(0)
      .describe("Only skills with at least this confidence (0: all)"),
    limit: shape.limit.describe("How many at most."),
    relearn: z.boolean().default(false).describe("First group all decisions of the project again."),
  }),
  async run({ domain, about, minConfidence, limit, relearn }, context) {
    const relearned = relearn ? await learnAgain(context) : undefined;
    const args = {
      domain,
      decision_statement: about,
      min_confidence: minConfidence,
      limit,
      max_tokens: MAX_TOKENS,
    };
    const { structured } = await useTool(getSkillsTool, args, context);
    const found = structured as unknown as SkillsResult;
    const { style } = context.terminal;
    const [first] = [...found.skills, ...found.antipatterns];
    const lines = [...found.skills.flatMap(skillLines), ...found.antipatterns.flatMap(antipatternLines)];
    const result = {
      json: { ...structured, ...(relearned && { relearned }) },
      text: [
        ...(relearned
          ? [
              `Learned again from ${relearned.decisions} decision${relearned.decisions === 1 ? "" : "s"} with an outcome, in ${relearned.groups} group${relearned.groups === 1 ? "" : "s"}.`,
            ]
          : []),
        ...lines.map(foldLines),
        ...(first ? [style("dim", `Read one with: membria skills show ${first.skill_id}`)] : []),
        ...(found.notices ?? []),
      ].join("\n"),
    };
    return withProjectsNamed(result, context);
  },
});

interface SkillsResult {
  readonly skills: readonly z.output<typeof SkillFields>[];
  readonly antipatterns: readonly z.output<typeof AntipatternFields>[];
  readonly notices?: readonly string[];
}

async function learnAgain({ deps, call, terminal }: CommandContext) {
  const progress = (done: number, total?: number): void =>
    terminal.progress(`comparing decisions, ${done} of ${total}`);
  const { decisions, groups } = await perform(relearnSkills, {}, await deps(), {
    ...(await call()),
    progress,
  });
  terminal.progress("");
  return { decisions, groups };
}

export const skillsShow = defineCommand({
  name: "skills show",
  summary: "Show one skill completely: its evidence, its history, and whether showing it helps.",
  positionals: ["id"],
  input: z.strictObject({ id: getSkill.input.shape.ref.describe("The skill's id") }),
  fields: { ref: "id" },
  async run({ id }, context) {
    const { terminal } = context;
    const found = await perform(getSkill, { ref: id }, await context.deps(), await context.call());
    const result =
      found.found === "pair"
        ? pairResult(found.analysed, terminal)
        : { json: jsonOf(found), text: card(found, terminal) };
    return withProjectsNamed(result, context);
  },
});

type SkillDetails = Extract<ResultOf<typeof getSkill>, { found: "group" }>;

function pairResult(analysed: AnalysedSkill, { style }: Terminal): CommandResult {
  const [worked, failed] = analysed.evidence;
  return {
    json: { skill_id: analysed.id, domain: analysed.domain, kind: "skill", skill: analysedFields(analysed) },
    text: [
      style("dim", `${analysed.id} · skill · replaced a failure · ${analysed.domain}`),
      "",
      ...indentedText(analysed.statement).map((line) => style("bold", line)),
      "",
      ...labelled("Advice", analysed.recommendation),
      ...labelled("When", analysed.whenToUse),
      ...labelled("What failed", analysed.antipattern ?? "none"),
      "",
      style("dim", `Read the decisions with: membria show ${worked}, membria show ${failed}`),
    ].join("\n"),
  };
}

function jsonOf({ record, life, skill, antipattern, decisions, transitions, trial }: SkillDetails) {
  return {
    skill_id: record.id,
    domain: record.domain,
    kind: life.kind,
    status: life.stage,
    because: life.because,
    ...(skill && { skill: skillFields(skill) }),
    ...(antipattern && { antipattern: antipatternFields(antipattern) }),
    outcomes: decisions.map(({ decisionId, status, score, at, statement, lessons }) => ({
      decision_id: decisionId,
      final_status: status,
      final_score: score,
      completed_at: at.toISOString(),
      statement,
      lessons,
    })),
    transitions: transitions.map(({ at, from, to, because, evidence }) => ({
      at: at.toISOString(),
      from: from.stage,
      to: to.stage,
      kind: to.kind,
      because,
      evidence,
    })),
    trial: trialFields(trial),
  };
}

function trialFields(trial: TrialEffect) {
  const { shown, withheld } = trial;
  const arms = {
    shown: { outcomes: shown.outcomes, score: rounded(shown.score) },
    withheld: { outcomes: withheld.outcomes, score: rounded(withheld.score) },
  };
  return trial.known
    ? {
        status: "known",
        ...arms,
        difference: rounded(trial.difference),
        credible_interval_95: trial.interval.map((bound) => rounded(bound)),
        probability_it_helps: rounded(trial.probabilityItHelps),
      }
    : { status: "not enough data", ...arms, missing_outcomes: trial.missing };
}

function card(
  { record, life, skill, antipattern, confidence, interval, decisions, transitions, trial }: SkillDetails,
  { style }: Terminal,
) {
  const { outcomes } = record.tally;
  const section = (title: string, items: readonly string[]): string[] =>
    items.length === 0 ? [] : ["", style("bold", title), ...items.flatMap((item) => bullet("  • ", item))];
  return [
    style(
      "dim",
      [
        record.id,
        life.kind,
        life.stage,
        record.domain,
        [
          `${record.successes} of ${outcomes} worked`,
          ...rateText(confidence, interval, outcomes, life.kind === "skill" ? "confidence" : "success"),
        ].join(", "),
      ].join(" · "),
    ),
    life.because,
    "",
    ...indentedText(skill?.statement ?? antipattern?.pattern ?? record.id).map((line) => style("bold", line)),
    "",
    ...labelled("Advice", skill?.recommendation ?? antipattern?.recommendation ?? "none"),
    ...(skill ? labelled("When", skill.whenToUse) : []),
    ...(skill?.antipattern === undefined ? [] : labelled("What failed", skill.antipattern)),
    ...section(
      "Learned from",
      decisions.map(
        ({ decisionId, status, score, at, statement }) =>
          `${decisionId} ${at.toISOString().slice(0, 10)} ${status} (${score}): ${foldLines(statement)}`,
      ),
    ),
    ...section(
      "History",
      transitions.map(
        ({ at, from, to, because }) =>
          `${at.toISOString().slice(0, 10)} ${from.stage} → ${to.stage}${from.kind === to.kind ? "" : ` (${to.kind})`}: ${because}`,
      ),
    ),
    ...section("Effect of showing it", [trialSentence(trial)]),
  ].join("\n");
}

function trialSentence(trial: TrialEffect): string {
  const { shown, withheld } = trial;
  const arms = `${shown.outcomes} outcomes with it, ${withheld.outcomes} without`;
  if (!trial.known) {
    return `Not enough data: ${arms}, ${trial.missing} more are needed. Trials are ${shown.outcomes + withheld.outcomes > 0 ? "under way" : "switched on with --skill-trials"}.`;
  }
  const [low, high] = trial.interval;
  return `${signed(trial.difference)} success (95 % between ${signed(low)} and ${signed(high)}), helps with a probability of ${wholePercent(trial.probabilityItHelps)}; ${arms}.`;
}

const signed = (share: number): string => `${share < 0 ? "−" : "+"}${wholePercent(Math.abs(share))}`;
