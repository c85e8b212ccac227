import {
  factsOf,
  type GroupOutcome,
  isSameState,
  type SkillFacts,
  type SkillState,
  type SkillTransition,
} from "./skill.ts";
import { agesAt, type SkillLife } from "./skill-life.ts";

/** An outcome of a decision, whether it still counts or a later one does. */
export interface RecordedOutcome extends GroupOutcome {
  readonly id: string;
}

export interface GroupPast {
  readonly id: string;
  readonly project: string;
  /** All outcomes of its decisions. */
  readonly outcomes: readonly RecordedOutcome[];
  /** The times of all outcomes of the project, in order. After each of them all skills are reviewed. */
  readonly reviews: readonly number[];
}

/**
 * The stages that a group went through, made again from the outcomes of the decisions that are in it now, as if they had
 * always been together. A stage changes at the time of the outcome that changed it, or, if the skill aged, of the next
 * outcome in the project, whatever it was about.
 */
export function skillHistory(
  { id, project, outcomes, reviews }: GroupPast,
  judge: (facts: SkillFacts, at: Date) => SkillLife,
): SkillTransition[] {
  const transitions: SkillTransition[] = [];
  const counting = new Map<string, GroupOutcome>();
  let state: SkillState = { kind: "skill", stage: "forming" };
  const note = (facts: SkillFacts, at: Date): void => {
    const { because, ...to } = judge(facts, at);
    if (isSameState(to, state)) return;
    const evidence = facts.latest.map(({ decisionId }) => decisionId);
    transitions.push({ at, from: state, to, because, evidence });
    state = to;
  };
  const steps = stepsOf(outcomes);
  steps.forEach(({ at, news }, step) => {
    for (const outcome of news) {
      // Moved to the end, so that the outcomes are nearly in order when they are counted.
      counting.delete(outcome.decisionId);
      counting.set(outcome.decisionId, outcome);
    }
    const facts = factsOf(id, project, [...counting.values()].reverse());
    note(facts, new Date(at));
    const next = steps[step + 1]?.at ?? Number.POSITIVE_INFINITY;
    for (const aged of agesAt(facts)) {
      const review = firstFrom(reviews, aged.getTime());
      if (review !== undefined && review > at && review < next) note(facts, new Date(review));
    }
  });
  return transitions;
}

interface Step {
  readonly at: number;
  /** The outcomes of this time. */
  readonly news: readonly RecordedOutcome[];
}

function stepsOf(outcomes: readonly RecordedOutcome[]): readonly Step[] {
  const byTime = new Map<number, RecordedOutcome[]>();
  for (const outcome of [...outcomes].sort(byTimeAndId)) {
    const at = outcome.at.getTime();
    byTime.set(at, [...(byTime.get(at) ?? []), outcome]);
  }
  return [...byTime].map(([at, news]) => ({ at, news }));
}

const byTimeAndId = (a: RecordedOutcome, b: RecordedOutcome): number =>
  a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1);

/** The first of the sorted times that is not before `from`. */
function firstFrom(times: readonly number[], from: number): number | undefined {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] as number) < from) low = middle + 1;
    else high = middle;
  }
  return times[low];
}
