import {
  type Decision,
  hasFailed,
  isAtOdds,
  opposes,
  relationByWords,
  type StatedRelation,
  sameChoice,
} from "../../decisions/index.ts";
import { kindWithArticle, personOf } from "../../shared/actor.ts";
import type { Remedy } from "../../shared/errors.ts";
import { oneLine } from "../../shared/text.ts";
import { dayOf, type PrecedentHistory } from "./precedent.ts";

interface Earlier extends Pick<PrecedentHistory, "decision" | "replacement"> {
  /** What the new decision says of it; by words alone, if nothing else is known. */
  readonly relation?: StatedRelation | undefined;
}

/** Something that a new decision repeats or contradicts. */
export interface Repetition {
  /** One sentence with ids. Stored text is in quotation marks that it cannot close. */
  readonly text: string;
  /** The decisions it is about. */
  readonly about: readonly string[];
  readonly remedies?: readonly Remedy[] | undefined;
}

/** More would bury the reply. */
const MOST_CONTRADICTED = 2;
/** Characters of the rule that is contradicted. */
const MOST_QUOTED = 160;

/**
 * Finds what a stored decision has in common with earlier ones: the same holds already, failed before or was replaced, or it
 * contradicts one that holds. Decisions that it replaces itself must not be among those found.
 */
export function repetitionsOf(decision: Decision, found: readonly Earlier[]): Repetition[] {
  const newestFirst = [...found].sort(
    (a, b) => b.decision.createdAt.getTime() - a.decision.createdAt.getTime(),
  );
  const related = newestFirst.map((one) => ({
    ...one,
    relation: one.relation ?? relationByWords(one.decision, decision),
  }));
  const same = related.filter(
    ({ decision: other, relation }) => !isAtOdds(relation) && sameChoice(decision, other),
  );
  return [
    ...sameHolds(
      same
        .filter(({ relation }) => relation.relation !== "refines")
        .map((one) => one.decision)
        .filter(isHolding),
    ),
    ...failedBefore(same.filter(({ decision: other }) => hasFailed(other))),
    ...givenUp(
      same.filter(({ decision: other }) => other.standing === "superseded" && !hasFailed(other)),
      decision,
    ),
    ...contradicted(
      decision,
      related.filter((one) => isHolding(one.decision) && isAtOdds(one.relation)),
    ),
  ];
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

function contradicted(
  decision: Decision,
  others: readonly (Earlier & { readonly relation: StatedRelation })[],
): Repetition[] {
  return others.slice(0, MOST_CONTRADICTED).map(({ decision: other, relation }) => {
    const { id, author, createdAt } = other;
    const how = opposes(decision, other)
      ? "takes what was turned down by"
      : opposes(other, decision)
        ? "turns down what was chosen by"
        : relation.relation === "opposite"
          ? "seems to reverse"
          : "seems to replace";
    const rule = oneLine(relation.rules?.older.text ?? other.statement, MOST_QUOTED);
    const by = `by ${personOf(author) ?? kindWithArticle(author.kind)} on ${dayOf(createdAt)}`;
    const theirs = author.kind === "human" && decision.author.kind !== "human";
    return {
      text: `It ${how} ${id} (${JSON.stringify(rule)}, ${by}), which still holds.`,
      about: [id],
      remedies: [theirs ? { remedy: "retract-decision", id } : { remedy: "supersede-decision", id }],
    };
  });
}
