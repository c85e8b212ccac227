import type { Standing } from "../decisions/decision.ts";
import type { OutcomeSummary } from "../decisions/outcome.ts";
import type { Signal } from "../decisions/signal.ts";
import type { Screened } from "../shared/text.ts";
import { DAY_MS } from "../shared/time.ts";
import type { ReflectedKind } from "./proposal.ts";

/** A decision as reflection sees it: ids and facts, without any text. */
export interface ObservedDecision {
  readonly id: string;
  readonly standing: Standing;
  readonly domain: string;
  readonly createdAt: Date;
  /** The outcome that counts. */
  readonly outcome?: Pick<OutcomeSummary, "id" | "status" | "at"> | undefined;
  /** Positive and negative signals; neutral ones are left out. */
  readonly signals: readonly Pick<Signal, "id" | "valence" | "at">[];
}

/** Two active decisions that contradict each other, as a person approved. */
export interface Contradiction {
  readonly linkId: string;
  readonly at: Date;
  readonly between: readonly [ObservedDecision, ObservedDecision];
}

/** What the rules look at for one target. */
export interface TargetFacts {
  readonly target: Screened;
  /** Active decisions and failed ones, newest first. */
  readonly decisions: readonly ObservedDecision[];
  readonly contradictions: readonly Contradiction[];
}

/** One record that supports a proposal. */
export interface EvidencePiece {
  readonly id: string;
  readonly at: Date;
  readonly says: string;
}

export interface Finding {
  readonly statement: string;
  /** A summary of what was found, without the evidence. */
  readonly lead: string;
  /** Alternative explanations; at most one of them needs to be true. */
  readonly explanations: readonly string[];
  readonly pieces: readonly EvidencePiece[];
}

type Rule = (observed: TargetFacts) => Finding | undefined;

const MOST_NAMED = 5;

/**
 * Decisions about the target failed and at least one about it is active. If all active ones succeeded, earlier failures
 * do not count.
 */
const repeatedFailures: Rule = ({ target, decisions }) => {
  const holding = decisions.filter(holds);
  if (holding.length === 0) return undefined;
  const settled = holding.every(({ outcome }) => outcome?.status === "success")
    ? Math.max(...holding.map(({ outcome }) => outcome?.at.getTime() ?? 0))
    : 0;
  const pieces = decisions.flatMap(failure).filter(({ at }) => at.getTime() >= settled);
  return {
    statement: `Decide ${quoted(target)} anew: what was decided about it keeps failing.`,
    lead: `What was decided about ${quoted(target)} keeps failing; still in force: ${listIds(holding)}.`,
    explanations: [
      `The decisions share an assumption about ${quoted(target)} that is not true.`,
      "The decisions were right and were carried out badly.",
      within(pieces, DAY_MS)
        ? "One thing outside of them made them fail: all of it was recorded within a day."
        : "The same thing outside of them made them fail each time.",
    ],
    pieces,
  };
};

/** An active decision failed, and negative signals or other failures of the target support that. */
const refuted: Rule = ({ target, decisions }) => {
  const wrong = decisions.filter((decision) => holds(decision) && failed(decision));
  if (wrong.length === 0) return undefined;
  return {
    statement: `Replace what holds for ${quoted(target)}: its outcome speaks against it.`,
    lead: `Still in force although it failed: ${listIds(wrong)}.`,
    explanations: [
      `It is wrong and needs a replacement: ${listIds(wrong)}.`,
      "It is right and was carried out badly.",
      "Circumstances changed after it was made, and it was right before.",
    ],
    pieces: [...decisions.flatMap(failure), ...wrong.flatMap(signals).filter(speaksAgainst)],
  };
};

/**
 * Active decisions conflict: a person approved that they contradict each other, or several are active for one target and
 * there is evidence against one of them. Several decisions that all work are no conflict.
 */
const contradiction: Rule = ({ target, decisions, contradictions }) => {
  const holding = decisions.filter(holds);
  const together = new Map(
    [...(holding.length > 1 ? holding : []), ...contradictions.flatMap(({ between }) => between)].map(
      (decision) => [decision.id, decision],
    ),
  );
  const conflicting = [...together.values()].sort(byTime);
  const events = conflicting.flatMap((decision) => [...outcome(decision), ...signals(decision)]);
  if (contradictions.length === 0 && !events.some(speaksAgainst)) return undefined;
  const [oldest, newest] = [conflicting[0], conflicting.at(-1)];
  return {
    statement: `Settle what holds for ${quoted(target)}: several decisions do, and they do not go together.`,
    lead: `${listIds(conflicting)} hold at the same time and do not go together.`,
    explanations: [
      `${newest?.id} was meant to replace ${oldest?.id}, and nobody said so.`,
      `They answer different questions, and ${quoted(target)} is too wide a name for them.`,
      "One of them is wrong, and its outcome will tell which.",
    ],
    pieces: [
      ...conflicting.map(({ id, createdAt }) => ({ id, at: createdAt, says: "holds" })),
      ...contradictions.map(({ linkId, at, between }) => ({
        id: linkId,
        at,
        says: `${between[0].id} contradicts ${between[1].id}`,
      })),
      ...events,
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

type SidedEvidence = EvidencePiece & { readonly against: boolean };
const speaksAgainst = ({ against }: SidedEvidence): boolean => against;

const outcome = ({ id, outcome: counting }: ObservedDecision): SidedEvidence[] =>
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

const failure = (decision: ObservedDecision): SidedEvidence[] => (failed(decision) ? outcome(decision) : []);

const signals = ({ id, signals: seen }: ObservedDecision): SidedEvidence[] =>
  seen.map(({ id: signalId, at, valence }) => ({
    id: signalId,
    at,
    says: `${id}: ${valence} signal`,
    against: valence === "negative",
  }));

const byTime = (a: ObservedDecision, b: ObservedDecision): number =>
  a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);

const quoted = (target: string): string => JSON.stringify(target);

function listIds(decisions: readonly ObservedDecision[]): string {
  const ids = decisions.slice(0, MOST_NAMED).map(({ id }) => id);
  const more = decisions.length - ids.length;
  return more > 0 ? `${ids.join(", ")} and ${more} more` : ids.join(", ");
}

function within(pieces: readonly EvidencePiece[], ms: number): boolean {
  const times = pieces.map(({ at }) => at.getTime());
  return Math.max(...times) - Math.min(...times) <= ms;
}
