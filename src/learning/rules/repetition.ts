import {
  type Decision,
  hasFailed,
  isOtherChoice,
  opposes,
  sameChoice,
  saysOtherwise,
} from "../../decisions/index.ts";
import { differsFromNearest } from "../../recall/index.ts";
import type { Remedy } from "../../shared/errors.ts";
import { dayOf, type PrecedentHistory } from "./precedent.ts";

interface Earlier extends Pick<PrecedentHistory, "decision" | "replacement"> {
  /** How near its vector is, if no other decision is nearer. */
  readonly nearestBy?: number | undefined;
}

/** Something that a new decision repeats or contradicts. */
export interface Repetition {
  /** One sentence with ids, without stored text. */
  readonly text: string;
  /** The decisions it is about. */
  readonly about: readonly string[];
  readonly remedies?: readonly Remedy[] | undefined;
}

/** More would bury the reply. */
const MOST_CONTRADICTED = 2;

/**
 * Finds what a stored decision has in common with earlier ones: the same holds already, failed before or was replaced, or it
 * contradicts one that holds. Decisions that it replaces itself must not be among those found.
 */
export function repetitionsOf(decision: Decision, found: readonly Earlier[]): Repetition[] {
  const newestFirst = [...found].sort(
    (a, b) => b.decision.createdAt.getTime() - a.decision.createdAt.getTime(),
  );
  const same = newestFirst.filter(({ decision: other }) => sameChoice(decision, other));
  const holding = newestFirst.filter((one) => isHolding(one.decision));
  return [
    ...sameHolds(same.map((one) => one.decision).filter(isHolding)),
    ...failedBefore(same.filter(({ decision: other }) => hasFailed(other))),
    ...givenUp(
      same.filter(({ decision: other }) => other.standing === "superseded" && !hasFailed(other)),
      decision,
    ),
    ...contradicted(
      decision,
      holding.filter((other) => contradicts(decision, other)).map((one) => one.decision),
    ),
  ];
}

function contradicts(decision: Decision, { decision: other, nearestBy = 0 }: Earlier): boolean {
  if (sameChoice(decision, other)) return false;
  return saysOtherwise(decision, other) || differsFromNearest(decision, other, nearestBy);
}

const isHolding = (decision: Decision): boolean => decision.standing === "active" && !hasFailed(decision);

function sameHolds([newest, ...more]: readonly Decision[]): Repetition[] {
  if (!newest) return [];
  const others = more.length > 0 ? ` (and ${more.length} more)` : "";
  return [
    {
      text: `The same holds already: ${newest.id} of ${dayOf(newest.createdAt)}${others}.`,
      about: [newest, ...more].map(({ id }) => id),
    },
  ];
}

function failedBefore(failed: readonly Earlier[]): Repetition[] {
  const [newest, ...more] = failed;
  if (!newest) return [];
  const { decision, replacement } = newest;
  const times = more.length > 0 ? `${failed.length} times, last ` : "";
  const by = replacement && !hasFailed(replacement) ? [replacement.id] : [];
  return [
    {
      text: `This failed before: ${times}${decision.id}, on ${dayOf(decision.outcome?.at ?? decision.updatedAt)}.${by.map((id) => ` It was replaced by ${id}.`).join("")}`,
      about: [...failed.map((one) => one.decision.id), ...by],
    },
  ];
}

function givenUp(replaced: readonly Earlier[], decision: Decision): Repetition[] {
  const [newest] = replaced.filter(
    ({ replacement }) => replacement && !hasFailed(replacement) && !sameChoice(decision, replacement),
  );
  if (!newest?.replacement) return [];
  const { id } = newest.decision;
  return [
    {
      text: `The same was given up: ${id} was replaced by ${newest.replacement.id}.`,
      about: [id, newest.replacement.id],
    },
  ];
}

function contradicted(decision: Decision, others: readonly Decision[]): Repetition[] {
  return others.slice(0, MOST_CONTRADICTED).map((other) => {
    const { id, author } = other;
    const how = opposes(decision, other)
      ? `takes what ${id} turned down`
      : opposes(other, decision)
        ? `turns down what ${id} chose`
        : isOtherChoice(decision, other)
          ? `takes something else for what ${id} settled`
          : `seems to say otherwise than ${id} about the same thing`;
    const theirs = author.kind === "human" && decision.author.kind !== "human";
    return {
      text: `It ${how}, and ${id} still holds.`,
      about: [id],
      remedies: [theirs ? { remedy: "retract-decision", id } : { remedy: "supersede-decision", id }],
    };
  });
}
