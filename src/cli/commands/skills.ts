import * as z from "zod";
import { perform } from "../../app/shared/operation.ts";
import { getSkills } from "../../app/skills/get-skills.ts";
import { relearnSkills } from "../../app/skills/learn-skills.ts";
import { ALL_DOMAINS } from "../../domain/shared/domain-slug.ts";
import { foldLines } from "../../domain/shared/lines.ts";
import { getSkillsTool } from "../../tools/membria/get-skills.ts";
import type { AntipatternFields, SkillFields } from "../../tools/membria/skill-fields.ts";
import { antipatternLines, skillLines } from "../../tools/membria/skill-text.ts";
import { MAX_TOKENS } from "../../tools/shorten-result.ts";
import { withProjectsNamed } from "../across-projects.ts";
import { type CommandContext, defineCommand } from "../command.ts";
import { useTool } from "../use-tool.ts";

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
