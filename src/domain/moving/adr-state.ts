import type { Decision } from "../decisions/decision.ts";
import { sha256 } from "./imported-record.ts";

/** What changed in the memory since a file was last in sync with its decision. */
export interface MemoryChanges {
  readonly standing: boolean;
  readonly words: boolean;
  readonly outcome: boolean;
}

type Stated = Pick<
  Decision,
  | "standing"
  | "supersededBy"
  | "statement"
  | "reasoning"
  | "alternatives"
  | "consequences"
  | "risks"
  | "assumptions"
  | "outcome"
>;

/** Files of versions up to 0.2.0 have a hash of the standing alone. */
const CURRENT = "2";

/**
 * A hash of what a file says of its decision. The parts are apart, so that it can be said which one changed. With
 * `before`, the hash until now, the file still tells of the outcome of that time.
 */
export function memoryHash(decision: Stated, before?: string): string {
  const [version, , , told = ""] = before?.split(":") ?? [];
  const outcome =
    before === undefined || before === "" ? outcomeHash(decision) : version === CURRENT ? told : "";
  return [CURRENT, standingHash(decision), wordsHash(decision), outcome].join(":");
}

/** An empty hash is that of a file whose links are not imported yet. */
export function memoryChanges(decision: Stated, hash: string): MemoryChanges {
  if (hash === "") return { standing: false, words: false, outcome: false };
  const [version, standing, words, outcome] = hash.split(":");
  // An older file knows nothing of outcomes, and the words could not change.
  if (version !== CURRENT)
    return {
      standing: hash !== standingHash(decision),
      words: false,
      outcome: decision.outcome !== undefined,
    };
  return {
    standing: standing !== standingHash(decision),
    words: words !== wordsHash(decision),
    outcome: outcome !== outcomeHash(decision),
  };
}

export const isChanged = ({ standing, words, outcome }: MemoryChanges): boolean =>
  standing || words || outcome;

const standingHash = ({ standing, supersededBy }: Stated): string =>
  sha256(JSON.stringify([standing, [...supersededBy].sort((a, b) => (a < b ? -1 : 1))]));

const wordsHash = (decision: Stated): string =>
  sha256(
    JSON.stringify([
      decision.statement,
      decision.reasoning ?? "",
      decision.alternatives,
      decision.consequences,
      decision.risks,
      decision.assumptions,
    ]),
  );

const outcomeHash = ({ outcome }: Stated): string =>
  outcome ? sha256(JSON.stringify([outcome.status, outcome.score, outcome.at])) : "";
