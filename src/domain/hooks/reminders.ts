import type { Decision } from "../decisions/decision.ts";
import { hasFailed } from "../decisions/outcome.ts";
import type { ToldKind } from "./hook-session.ts";

/**
 * How relevant a decision has to be for somebody to be told of it who did not ask. All of them are strong; `bench/hooks.ts`
 * fitted how much more it takes. A failure that is not told is repeated.
 */
const LEAST_RELEVANCE = { "in-force": 0.7, failed: 0.6 } as const;
/**
 * What a prompt has to say for that to be enough, in words that only one decision has. One that says less is usually a
 * chore, and near to whatever has its few words: `write a commit message` to what is decided about messages.
 */
const ENOUGH_SAID = 12;
/** How much the odds have to rise for what was not said: eightfold at half of it. */
const RISE = 3;
/**
 * Without a vector relevance takes chance for a match, and a prompt of some length has words in common with everything. So
 * a decision then needs as much in common with it as this many words that no other decision has.
 */
const LEAST_RARE_WORDS = 5.5;
/** More is not read. */
const MOST_REMINDERS = 3;

/** A strong decision that a search for a prompt found. */
export interface FoundDecision {
  readonly decision: Decision;
  readonly relevance: number;
  /** How much the prompt says; see `saidIn`. */
  readonly said: number;
  /** The prompt has most of the words of its statement; then it is about it, whatever else it says. */
  readonly isRepeated: boolean;
  /** What it has in common with the prompt, in words that no other decision has; only if it was found by words alone. */
  readonly rareWords?: number | undefined;
}

export interface Reminder {
  readonly kind: Extract<ToldKind, "in-force" | "failed">;
  readonly decision: Decision;
  readonly relevance: number;
}

/**
 * What a session is told about a prompt: decisions in force, and failures, also of what was replaced since. Drafts, what was
 * retracted and what was replaced are left out, and so is what it knows. What people decided comes first.
 */
export function chooseReminders(found: readonly FoundDecision[], told: ReadonlySet<string>): Reminder[] {
  return found
    .filter((one) => isSure(one) && !told.has(one.decision.id))
    .flatMap(({ decision, relevance }): Reminder[] => {
      const kind = kindOf(decision);
      return kind === undefined ? [] : [{ kind, decision, relevance }];
    })
    .sort((a, b) => b.relevance - a.relevance)
    .slice(0, MOST_REMINDERS)
    .sort((a, b) => Number(isHuman(b)) - Number(isHuman(a)));
}

/**
 * Whether it is worth a look at the sentences of the prompt: the rest of a prompt makes the one that is about to repeat a
 * failure look less like it.
 */
export const isDoubtfulFailure = (found: FoundDecision): boolean =>
  kindOf(found.decision) === "failed" && found.rareWords === undefined && !isSure(found);

function isSure({
  decision,
  relevance,
  said,
  isRepeated,
  rareWords = LEAST_RARE_WORDS,
}: FoundDecision): boolean {
  const kind = kindOf(decision);
  if (kind === undefined) return false;
  if (isRepeated) return relevance >= LEAST_RELEVANCE[kind];
  return relevance >= leastRelevance(kind, said) && rareWords >= LEAST_RARE_WORDS;
}

function leastRelevance(kind: Reminder["kind"], said: number): number {
  const enough = LEAST_RELEVANCE[kind];
  const odds = (enough / (1 - enough)) * Math.max(1, ENOUGH_SAID / said) ** RISE;
  // Nothing said makes it infinite, and then nothing is enough.
  return 1 - 1 / (1 + odds);
}

/** Undefined for what nobody is told of. */
function kindOf(decision: Decision): Reminder["kind"] | undefined {
  const { standing } = decision;
  if (hasFailed(decision)) return standing === "active" || standing === "superseded" ? "failed" : undefined;
  return standing === "active" ? "in-force" : undefined;
}

const isHuman = ({ decision }: Reminder): boolean => decision.author.kind === "human";
