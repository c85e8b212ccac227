import type { Standing } from "../decisions/decision.ts";
import type { OutcomeSummary } from "../decisions/outcome.ts";
import type { Signal } from "../decisions/signal.ts";
import type { Screened } from "../shared/text.ts";
import { DAY_MS } from "../shared/time.ts";
import type { ReflectedKind } from "./proposal.ts";

/** A decision as reflection sees it: ids and facts, and nothing of its text. */
export interface ObservedDecision {
  readonly id: string;
  readonly standing: Standing;
  readonly domain: string;
  readonly createdAt: Date;
  /** The one that counts. */
  readonly outcome?: Pick<OutcomeSummary, "id" | "status" | "at"> | undefined;
  /** Those that speak for or against it. */
  readonly signals: readonly Pick<Signal, "id" | "valence" | "at">[];
}

/** Two decisions that hold, and that a person agreed contradict each other. */
export interface Contradiction {
  readonly linkId: string;
  readonly at: Date;
  readonly between: readonly [ObservedDecision, ObservedDecision];
}

/** What is known about a target. */
export interface Observed {
  readonly target: Screened;
  /** Those that hold and those that failed, the newest first. */
  readonly decisions: readonly ObservedDecision[];
  readonly contradictions: readonly Contradiction[];
}

/** One record that speaks for a proposal. */
export interface Piece {
  readonly id: string;
  readonly at: Date;
  readonly says: string;
}

export interface Finding {
  readonly statement: string;
  /** What was found, without the pieces. */
  readonly lead: string;
  /** What could explain it. They compete: at most one of them needs to be true. */
  readonly explanations: readonly string[];
  readonly pieces: readonly Piece[];
}

type Rule = (observed: Observed) => Finding | undefined;

const MOST_NAMED = 5;

/**
 * Decisions about the target failed, and one of them still holds. Failures from before all that holds worked out are
 * history and do not count.
 */
const repeatedFailures: Rule = ({ target, decisions }) => {
  const holding = decisions.filter(holds);
  if (holding.length === 0) return undefined;
  const settled = holding.every(({ outcome }) => outcome?.status === "success")
    ? Math.max(...holding.map(({ outcome }) => outcome?.at.getTime() ?? 0))
    : 0;
  const pieces = decisions.flatMap(failure).filter(({ at }) => at.getTime() >= settled);
  return {
    statement: `Decide ${named(target)} anew: what was decided about it keeps failing.`,
    lead: `What was decided about ${named(target)} keeps failing; still in force: ${several(holding)}.`,
    explanations: [
      `The decisions share an assumption about ${named(target)} that is not true.`,
      "The decisions were right and were carried out badly.",
      within(pieces, DAY_MS)
        ? "One thing outside of them made them fail: all of it was recorded within a day."
        : "The same thing outside of them made them fail each time.",
    ],
    pieces,
  };
};

/** A decision that holds failed, and its signals or other failures of the target say the same. */
const refuted: Rule = ({ target, decisions }) => {
  const wrong = decisions.filter((decision) => holds(decision) && failed(decision));
  if (wrong.length === 0) return undefined;
  return {
    statement: `Replace what holds for ${named(target)}: its outcome speaks against it.`,
    lead: `Still in force although it failed: ${several(wrong)}.`,
    explanations: [
      `It is wrong and needs a replacement: ${several(wrong)}.`,
      "It is right and was carried out badly.",
      "Circumstances changed after it was made, and it was right before.",
    ],
    pieces: [...decisions.flatMap(failure), ...wrong.flatMap(signals).filter(speaksAgainst)],
  };
};

/**
 * Decisions that hold do not go together: a person agreed that they contradict each other, or several hold for one
 * target and something speaks against one of them. Several that all work get along, whatever they are called.
 */
const contradiction: Rule = ({ target, decisions, contradictions }) => {
  const holding = decisions.filter(holds);
  const together = new Map(
    [...(holding.length > 1 ? holding : []), ...contradictions.flatMap(({ between }) => between)].map(
      (decision) => [decision.id, decision],
    ),
  );
  const conflicting = [...together.values()].sort(byTime);
  const happened = conflicting.flatMap((decision) => [...outcome(decision), ...signals(decision)]);
  if (contradictions.length === 0 && !happened.some(speaksAgainst)) return undefined;
  const [oldest, newest] = [conflicting[0], conflicting.at(-1)];
  return {
    statement: `Settle what holds for ${named(target)}: several decisions do, and they do not go together.`,
    lead: `${several(conflicting)} hold at the same time and do not go together.`,
    explanations: [
      `${newest?.id} was meant to replace ${oldest?.id}, and nobody said so.`,
      `They answer different questions, and ${named(target)} is too wide a name for them.`,
      "One of them is wrong, and its outcome will tell which.",
    ],
    pieces: [
      ...conflicting.map(({ id, createdAt }) => ({ id, at: createdAt, says: "holds" })),
      ...contradictions.map(({ linkId, at, between }) => ({
        id: linkId,
        at,
        says: `${between[0].id} contradicts ${between[1].id}`,
      })),
      ...happened,
    ],
  };
};

export const RULES: Readonly<Record<ReflectedKind, Rule>> = {
  repeated_failures: repeatedFailures,
  refuted,
  contradiction,
};

const holds = ({ standing }: ObservedDecision): boolean => standing === "active";
const failed = (decision: ObservedDecision): boolean => decision.outcome?.status === "failure";

type Sided = Piece & { readonly against: boolean };
const speaksAgainst = ({ against }: Sided): boolean => against;

const outcome = ({ id, outcome: counting }: ObservedDecision): Sided[] =>
  counting
    ? [
        {
          id: counting.id,
          at: counting.at,
          says: `${id}: ${counting.status}`,
          against: counting.status !== "success",
        },
      ]
    : [];

const failure = (decision: ObservedDecision): Sided[] => (failed(decision) ? outcome(decision) : []);

const signals = ({ id, signals: seen }: ObservedDecision): Sided[] =>
  seen.map(({ id: signalId, at, valence }) => ({
    id: signalId,
    at,
    says: `${id}: ${valence} signal`,
    against: valence === "negative",
  }));

const byTime = (a: ObservedDecision, b: ObservedDecision): number =>
  a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);

const named = (target: string): string => JSON.stringify(target);

function several(decisions: readonly ObservedDecision[]): string {
  const ids = decisions.slice(0, MOST_NAMED).map(({ id }) => id);
  const more = decisions.length - ids.length;
  return more > 0 ? `${ids.join(", ")} and ${more} more` : ids.join(", ");
}

function within(pieces: readonly Piece[], ms: number): boolean {
  const times = pieces.map(({ at }) => at.getTime());
  return Math.max(...times) - Math.min(...times) <= ms;
}
