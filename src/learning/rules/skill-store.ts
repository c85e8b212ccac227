import type { SkillRecord, SkillState } from "./skill.ts";

/** A group after a write, with its state before. */
export interface LearnedSkill {
  readonly skill: SkillRecord;
  readonly before: SkillState;
}

/** A decision with an outcome that no other decision is grouped with. */
export interface AloneDecision {
  readonly id: string;
  readonly project: string;
}

export interface RebuiltSkills {
  /** Groups, with those that are no skills yet. */
  readonly rows: number;
  /** Groups whose decisions, counts or stage were different before. */
  readonly mended: number;
}
