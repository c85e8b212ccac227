import type { Decision } from "../../domain/decisions/decision.ts";
import { isLive } from "../../domain/skills/skill-life.ts";
import type { SkillDeps } from "./deps.ts";
import {
  type DescribedAntipattern,
  type DescribedSkill,
  describeAntipattern,
  describeSkill,
  livingSkills,
} from "./described-skill.ts";

export type TaughtBy =
  | { readonly kind: "skill"; readonly skill: DescribedSkill }
  | { readonly kind: "antipattern"; readonly antipattern: DescribedAntipattern };

/** What a decision has taught together with its like; undefined while that is nothing, or when it is retired. */
export async function skillOf(
  deps: SkillDeps,
  { id, project }: Pick<Decision, "id" | "project">,
): Promise<TaughtBy | undefined> {
  const record = await deps.store.skillOf(project, id);
  const [living] = record ? await livingSkills([record], deps) : [];
  if (!living || !isLive(living.life)) return undefined;
  return living.life.kind === "skill"
    ? { kind: "skill", skill: await describeSkill(living, deps) }
    : { kind: "antipattern", antipattern: await describeAntipattern(living, deps) };
}
