import { MIN_OUTCOMES, posterior, type Sums } from "../calibration/calibration.ts";
import type { BetaMath } from "../shared/ports.ts";
import { DAY_MS } from "../shared/time.ts";
import { CONTRADICTING_OUTCOMES, type SkillFacts, type SkillKind, type SkillState } from "./skill.ts";

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
export function agesAt(facts: SkillFacts): readonly Date[] {
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
