import type { Act } from "../../shared/actor.ts";
import type { Scope } from "../../shared/scope.ts";
import type { SkillFacts, SkillLife, SkillRecord, SkillState, SkillTransition } from "./skill.ts";
import type { NearGroup, Placement, SettledDecision } from "./skill-cluster.ts";
import type { GroupedDecision, ReplacedFailure } from "./skill-naming.ts";
import type { TrialSums } from "./skill-trial.ts";

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

/**
 * Groups of decisions with outcomes. The store keeps which decisions belong to a group and counts them with `factsOf`. It
 * records a transition when `judge`, a pure function, returns another stage than the recorded one. It copies no text.
 */
export interface SkillStore {
  /** The group a decision belongs to. */
  skillOf(scope: Scope, decisionId: string): Promise<SkillRecord | undefined>;
  /** The groups that these decisions belong to. The map gives the relevance of each decision by its id. */
  nearGroups(scope: Scope, relevant: ReadonlyMap<string, number>): Promise<readonly NearGroup[]>;
  /**
   * Adds a decision to a group, unless it already is in one with others, and recounts the group. A group of its own that
   * it leaves is removed, or retired if it ever was a skill. Does nothing if the decision was erased meanwhile, is a draft
   * or has no outcome, or if the group belongs to another project.
   */
  learnSkill(
    scope: Scope,
    decisionId: string,
    place: Placement,
    judge: (facts: SkillFacts) => SkillLife,
    act: Act,
  ): Promise<LearnedSkill | undefined>;
  /** Records transitions that need no write, such as ageing, and returns the skills that changed. */
  reviewSkills(
    project: string,
    judge: (facts: SkillFacts) => SkillLife,
    act: Act,
  ): Promise<readonly LearnedSkill[]>;
  /** All decisions of a project that have an outcome, except drafts. */
  settledDecisions(project: string): Promise<readonly SettledDecision[]>;
  /**
   * Replaces all groups of a project. A group that is left without decisions is retired. Does nothing and returns false
   * if a settled decision is in none of the groups, because its outcome came in meanwhile.
   */
  replaceSkills(
    project: string,
    groups: ReadonlyMap<string, readonly string[]>,
    judge: (facts: SkillFacts) => SkillLife,
    act: Act,
  ): Promise<boolean>;
  /**
   * Those of these decisions that have an outcome and are in no group, or in one of their own, in the order of their first
   * outcomes.
   */
  aloneAmong(decisionIds: readonly string[]): Promise<readonly AloneDecision[]>;
  /** All projects that have outcomes or skills. */
  projectsWithSkills(): Promise<readonly string[]>;
  /**
   * Rebuilds the skills of a project from its outcomes, with their history, as `skillHistory` tells it. What was
   * exposed to a skill that still exists is kept. Does nothing and returns undefined if the settled decisions are not the
   * grouped ones any more.
   */
  rebuildSkills(
    project: string,
    groups: ReadonlyMap<string, readonly string[]>,
    judge: (facts: SkillFacts, at: Date) => SkillLife,
    act: Act,
  ): Promise<RebuiltSkills | undefined>;
  findSkill(scope: Scope, id: string): Promise<SkillRecord | undefined>;
  /** Groups with enough outcomes to be a skill, of every stage, sorted by id. */
  listSkills(scope: Scope, domain?: string): Promise<readonly SkillRecord[]>;
  /** The number of outcomes of the largest group that is still too small to be a skill. */
  largestForming(scope: Scope, domain?: string): Promise<number>;
  /** The decisions of a group with their outcomes, newest outcome first. */
  decisionsOfSkill(scope: Scope, id: string, limit: number): Promise<readonly GroupedDecision[]>;
  /** Active decisions that succeeded after they had replaced one that failed, newest success first. */
  replacedFailures(scope: Scope, limit: number, domain?: string): Promise<readonly ReplacedFailure[]>;
  /** Oldest first. */
  transitionsOf(scope: Scope, id: string): Promise<readonly SkillTransition[]>;
  /** Sums the outcomes of decisions that were captured in a session after it was exposed to the skill. */
  trialOf(scope: Scope, id: string): Promise<TrialSums>;
}
