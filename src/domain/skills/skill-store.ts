import type { Act } from "../shared/act.ts";
import type { Scope } from "../shared/scope.ts";
import type { Screened } from "../shared/text.ts";
import type { SkillFacts, SkillRecord, SkillState, SkillTransition } from "./skill.ts";
import type { NearGroup, Place, Settled } from "./skill-cluster.ts";
import type { SkillLife } from "./skill-life.ts";
import type { Lived } from "./skill-naming.ts";
import type { TrialSums } from "./skill-trial.ts";

/** What a write made of a group. */
export interface LearnedSkill {
  readonly skill: SkillRecord;
  /** What was noted of it until now. */
  readonly before: SkillState;
}

/**
 * Groups of decisions whose outcome is known. A store keeps who belongs together, counts them up with `factsOf`, and notes
 * a transition where `judge`, which is pure, says that a group is at another stage than was noted. It copies no text.
 */
export interface SkillStore {
  /** The group a decision belongs to. */
  skillOf(scope: Scope, decisionId: string): Promise<SkillRecord | undefined>;
  /** The groups that decisions belong to. The values say how relevant each decision is. */
  nearGroups(scope: Scope, relevant: ReadonlyMap<string, number>): Promise<readonly NearGroup[]>;
  /**
   * Puts a decision into a group, or leaves it in the one it has, and counts the group up. One that is gone meanwhile, or
   * is a draft, or has no outcome, is put nowhere; nor into a group of another project.
   */
  learnSkill(
    scope: Scope,
    decisionId: string,
    place: Place,
    judge: (facts: SkillFacts) => SkillLife,
    act: Act,
  ): Promise<LearnedSkill | undefined>;
  /** Notes what changed by itself, as by age. Returns what did. */
  reviewSkills(
    project: string,
    judge: (facts: SkillFacts) => SkillLife,
    act: Act,
  ): Promise<readonly LearnedSkill[]>;
  /** All decisions of a project that skills are learned from. */
  settledDecisions(project: string): Promise<readonly Settled[]>;
  /** Puts all groups of a project in the place of those there are. A group that is left without decisions is retired. */
  replaceSkills(
    project: string,
    groups: ReadonlyMap<string, readonly string[]>,
    judge: (facts: SkillFacts) => SkillLife,
    act: Act,
  ): Promise<void>;
  /** By id. */
  findSkill(scope: Scope, id: string): Promise<SkillRecord | undefined>;
  /** Those with enough outcomes to say something, whatever their stage, by id. */
  listSkills(scope: Scope, domain?: string): Promise<readonly SkillRecord[]>;
  /** The most outcomes that a group has which is still too small to say something. */
  largestForming(scope: Scope, domain?: string): Promise<number>;
  /** The decisions of a group with what became of them, those with the newest outcome first. */
  livedBy(scope: Scope, id: string, limit: number): Promise<readonly Lived[]>;
  /** The oldest first. */
  transitionsOf(scope: Scope, id: string): Promise<readonly SkillTransition[]>;
  /** Remembers what a session was shown and what was withheld from it; the first time counts. */
  exposeSkills(
    scope: Scope,
    session: Screened,
    exposures: readonly { readonly skill: string; readonly shown: boolean }[],
    act: Act,
  ): Promise<void>;
  /** The outcomes of a skill's decisions that were captured in a session after it was exposed to the skill. */
  trialOf(scope: Scope, id: string): Promise<TrialSums>;
}
