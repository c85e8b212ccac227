import { MIN_OUTCOMES, type Sums } from "../calibration/calibration.ts";
import type { BetaMath } from "../shared/ports.ts";
import { DAY_MS } from "../shared/time.ts";
import { CONTRADICTING, type SkillFacts, type SkillKind, type SkillState, skillConfidence } from "./skill.ts";

/** A skill that is surer than this can be relied on; it is also what the document shows by default. */
export const CONFIDENT = 0.7;
/**
 * It is established once it was confirmed so often, and is `CONFIDENT` after all that happened. Until then it can be on
 * trial, which takes five outcomes on either side.
 */
const CONFIRMED = 15;
/** Nothing confirmed it for so long: its surroundings have changed, and nobody knows whether it still holds. */
const AGEING_MS = 180 * DAY_MS;
const STALE_MS = 365 * DAY_MS;

export interface SkillLife extends SkillState {
  /** Why it is at this stage: counts and dates, never a decision's own words. */
  readonly because: string;
}

/**
 * Where a group stands now. It follows from the counts and the clock alone, so nothing has to happen for a skill to age.
 * A success never takes a skill down and a failure never takes it up: it is confirmed by what worked, as an antipattern
 * is by what failed, and neither is refreshed by what speaks against it.
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
    const said = good ? "failed" : "worked";
    return {
      kind,
      stage: "retired",
      because: `Contradicted: the last ${CONTRADICTING} ${said}, although ${count}.`,
    };
  }
  const last = good ? facts.lastWorkedAt : facts.lastFailedAt;
  const idle = last === undefined ? Number.POSITIVE_INFINITY : now.getTime() - last.getTime();
  const since = last === undefined ? "ever" : `since ${last.toISOString().slice(0, 10)}`;
  if (idle >= STALE_MS) return { kind, stage: "retired", because: `Stale: nothing confirmed it ${since}.` };
  if (idle >= AGEING_MS) return { kind, stage: "ageing", because: `Nothing confirmed it ${since}.` };
  const sure = skillConfidence(good ? tally : mirrored(tally), math) >= CONFIDENT;
  return { kind, stage: sure && confirmed >= CONFIRMED ? "established" : "emerging", because: `${count}.` };
}

const kindOf = ({ tally }: SkillFacts): SkillKind =>
  tally.score * 2 < tally.outcomes ? "antipattern" : "skill";

/** Its last outcomes say otherwise than all of them together. */
export function isContradicted(facts: SkillFacts): boolean {
  const good = kindOf(facts) === "skill";
  return facts.latest.length === CONTRADICTING && facts.latest.every(({ worked }) => worked !== good);
}

/** Whether it is shown at all. */
export const isLive = ({ stage }: SkillState): boolean => stage !== "forming" && stage !== "retired";

const mirrored = ({ outcomes, score }: Sums): Sums => ({ outcomes, score: outcomes - score });
