/** A group of decisions with outcomes, the stages it goes through as a skill or antipattern, and their history. */
import { MIN_OUTCOMES, posterior, type Sums } from "../../calibration/index.ts";
import { GENERAL_DOMAIN, type OutcomeStatus, worked } from "../../decisions/index.ts";
import { Fault } from "../../shared/errors.ts";
import { ID_PREFIX, SKILL_ID } from "../../shared/ids.ts";
import type { BetaMath } from "../../shared/ports.ts";
import { DAY_MS } from "../../shared/time.ts";

/** A skill says to decide like this again, an antipattern not to. */
export const SKILL_KINDS = ["skill", "antipattern"] as const;
export type SkillKind = (typeof SKILL_KINDS)[number];

/** A `forming` group has too few outcomes to be a skill; a `retired` one is no longer shown. */
export const SKILL_STAGES = ["forming", "emerging", "established", "ageing", "retired"] as const;
export type SkillStage = (typeof SKILL_STAGES)[number];

/** The outcome that counts for a decision of a group. */
export interface GroupOutcome {
  readonly decisionId: string;
  readonly status: OutcomeStatus;
  readonly score: number;
  readonly at: Date;
  /** The domain whose calibration it counts in. */
  readonly domain: string;
}

/** Everything that determines the kind and stage of a skill, besides the clock. */
export interface SkillFacts {
  readonly id: string;
  readonly project: string;
  /** The domain of most of its outcomes. */
  readonly domain: string;
  readonly tally: Sums;
  /** How many outcomes worked. */
  readonly successes: number;
  /** The last three outcomes, newest first. */
  readonly latest: readonly { readonly decisionId: string; readonly worked: boolean }[];
  readonly lastWorkedAt?: Date | undefined;
  readonly lastFailedAt?: Date | undefined;
}

export interface SkillState {
  readonly kind: SkillKind;
  readonly stage: SkillStage;
}

/** The record of a group in the store: the counts and the last recorded state. It contains no text of a decision. */
export interface SkillRecord extends SkillFacts {
  readonly noted: SkillState;
  /** When it first left the stage `forming`. */
  readonly generatedAt?: Date | undefined;
}

export interface SkillTransition {
  readonly at: Date;
  readonly from: SkillState;
  readonly to: SkillState;
  readonly because: string;
  /** The decisions with the latest outcomes. */
  readonly evidence: readonly string[];
}

/** This many outcomes in a row that point the other way contradict a skill. */
export const CONTRADICTING_OUTCOMES = 3;

/** The kind of a forming group is not settled yet, so it is not compared. */
export const isSameState = (a: SkillState, b: SkillState): boolean =>
  a.stage === b.stage && (a.kind === b.kind || a.stage === "forming");

/** The expected success rate. It is not the raw rate, so that three of three does not beat eighteen of twenty. */
export const skillConfidence = (tally: Sums): number => posterior(tally).mean;

/** Counts the outcomes of a group. Their order does not matter. */
export function factsOf(id: string, project: string, outcomes: readonly GroupOutcome[]): SkillFacts {
  const newestFirst = [...outcomes].sort(
    (a, b) => b.at.getTime() - a.at.getTime() || (a.decisionId < b.decisionId ? 1 : -1),
  );
  const good = newestFirst.filter(worked);
  return {
    id,
    project,
    domain: commonest(outcomes.map(({ domain }) => domain)) ?? GENERAL_DOMAIN,
    // Summed in a fixed order, because the last digit of a floating-point sum depends on it.
    tally: { outcomes: outcomes.length, score: newestFirst.reduce((sum, { score }) => sum + score, 0) },
    successes: good.length,
    latest: newestFirst
      .slice(0, CONTRADICTING_OUTCOMES)
      .map((outcome) => ({ decisionId: outcome.decisionId, worked: worked(outcome) })),
    lastWorkedAt: good[0]?.at,
    lastFailedAt: newestFirst.find((outcome) => !worked(outcome))?.at,
  };
}

/** Ties go to the first by name. */
function commonest(names: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))[0]?.[0];
}

/** The id derives from the first decision of the group, so that relearning everything gives a skill the same id. */
export function skillIdOf(founder: string): string {
  return `${ID_PREFIX.skill}_${founder.replace(/^[a-z]+_/, "").replace(/[^a-z0-9]/g, "")}`;
}

export function skillNotFound(id: string, scope: string): Fault {
  const where = scope === "all" ? "in any project" : `in the project ${scope}`;
  return new Fault("not_found", `There is no skill ${id} ${where}.`, {
    field: "ref",
    received: id,
    reason: "skill_not_found",
    hint: SKILL_ID.test(id) ? "Check the id." : "An id looks like sk_mi2k9x1c3f8a0b2c.",
    remedies: [{ remedy: "list-skills" }],
  });
}

/** Skills with at least this confidence are shown without being asked for. It is the default of the documented tool. */
export const CONFIDENT = 0.7;
/**
 * A skill with this many confirmations is established if its success rate is also `CONFIDENT` with a probability of
 * 80 %, which is more cautious than its confidence. Before that it can be on trial, which takes five outcomes on either
 * side.
 */
const CONFIRMATIONS_NEEDED = 15;
const CAUTIOUS_QUANTILE = 0.2;
/** Without a confirmation for this long a skill is ageing, then stale: its surroundings may have changed. */
const AGEING_MS = 180 * DAY_MS;
const STALE_MS = 365 * DAY_MS;

export interface SkillLife extends SkillState {
  /** Why it is at this stage, in counts and dates. Contains no text of a decision. */
  readonly because: string;
}

/**
 * The current kind and stage of a group. It depends only on the counts and the clock, so a skill ages without any event.
 * A success never lowers a skill and a failure never raises it. Only successes confirm a skill and only failures confirm
 * an antipattern.
 */
export function lifeOf(facts: SkillFacts, math: BetaMath, now: Date): SkillLife {
  const { tally, successes } = facts;
  const kind = kindOf(facts);
  const good = kind === "skill";
  const confirmed = good ? successes : tally.outcomes - successes;
  const count = `${successes} of ${tally.outcomes} worked`;
  if (tally.outcomes < MIN_OUTCOMES) {
    return { kind, stage: "forming", because: `${tally.outcomes} of ${MIN_OUTCOMES} outcomes are known.` };
  }
  if (isContradicted(facts)) {
    const verb = good ? "failed" : "worked";
    return {
      kind,
      stage: "retired",
      because: `Contradicted: the last ${CONTRADICTING_OUTCOMES} ${verb}, although ${count}.`,
    };
  }
  const last = good ? facts.lastWorkedAt : facts.lastFailedAt;
  const idle = last === undefined ? Number.POSITIVE_INFINITY : now.getTime() - last.getTime();
  const since = last === undefined ? "ever" : `since ${last.toISOString().slice(0, 10)}`;
  if (idle >= STALE_MS) return { kind, stage: "retired", because: `Stale: nothing confirmed it ${since}.` };
  if (idle >= AGEING_MS) return { kind, stage: "ageing", because: `Nothing confirmed it ${since}.` };
  const sure = cautiousRate(good ? tally : mirrored(tally), math) >= CONFIDENT;
  return {
    kind,
    stage: sure && confirmed >= CONFIRMATIONS_NEEDED ? "established" : "emerging",
    because: `${count}.`,
  };
}

/** When the stage changes if nothing happens any more, in order. */
function agesAt(facts: SkillFacts): readonly Date[] {
  const last = kindOf(facts) === "skill" ? facts.lastWorkedAt : facts.lastFailedAt;
  return last === undefined ? [] : [AGEING_MS, STALE_MS].map((idle) => new Date(last.getTime() + idle));
}

const kindOf = ({ tally }: SkillFacts): SkillKind =>
  tally.score * 2 < tally.outcomes ? "antipattern" : "skill";

/** Its last outcomes all point the other way than its outcomes as a whole. */
export function isContradicted(facts: SkillFacts): boolean {
  const good = kindOf(facts) === "skill";
  return (
    facts.latest.length === CONTRADICTING_OUTCOMES && facts.latest.every(({ worked }) => worked !== good)
  );
}

/** Live skills are shown to callers. */
export const isLive = ({ stage }: SkillState): boolean => stage !== "forming" && stage !== "retired";

function cautiousRate(tally: Sums, math: BetaMath): number {
  const { alpha, beta } = posterior(tally);
  return math.quantile(CAUTIOUS_QUANTILE, alpha, beta);
}

const mirrored = ({ outcomes, score }: Sums): Sums => ({ outcomes, score: outcomes - score });

/** An outcome of a decision, whether it still counts or a later one does. */
export interface RecordedOutcome extends GroupOutcome {
  readonly id: string;
}

interface GroupPast {
  readonly id: string;
  readonly project: string;
  /** All outcomes of its decisions. */
  readonly outcomes: readonly RecordedOutcome[];
  /** The times of all outcomes of the project, in order. After each of them all skills are reviewed. */
  readonly reviews: readonly number[];
}

/**
 * The stages that a group went through, replayed from the outcomes of the decisions that are in it now, as if they had
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
