import type { Decision } from "../../domain/decisions/decision.ts";
import { isLive } from "../../domain/skills/skill-life.ts";
import type { SkillDeps } from "./deps.ts";
import {
  type DescribedAntipattern,
  type DescribedSkill,
  describeAntipattern,
  describeSkill,
  withLife,
} from "./described-skill.ts";

export type LearnedSkillOrAntipattern =
  | { readonly kind: "skill"; readonly skill: DescribedSkill }
  | { readonly kind: "antipattern"; readonly antipattern: DescribedAntipattern };

/** The live skill or antipattern that was learned from this decision and similar ones, if there is one. */
export async function skillOf(
  deps: SkillDeps,
  { id, project }: Pick<Decision, "id" | "project">,
): Promise<LearnedSkillOrAntipattern | undefined> {
  const record = await deps.store.skillOf(project, id);
  const [current] = record ? await withLife([record], deps) : [];
  if (!current || !isLive(current.life)) return undefined;
  return current.life.kind === "skill"
    ? { kind: "skill", skill: await describeSkill(current, deps) }
    : { kind: "antipattern", antipattern: await describeAntipattern(current, deps) };
}
