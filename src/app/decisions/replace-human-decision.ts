import type { Decision, Note } from "../../domain/decisions/decision.ts";
import { type Author, personOf } from "../../domain/shared/actor.ts";
import { startScreening } from "../../domain/shared/screening.ts";
import type { Call } from "../shared/operation.ts";
import type { DecisionDeps } from "./deps.ts";

const LONGEST_QUOTED = 300;

/** The decisions that only a person may replace; none if the actor is a person. */
export function humanDecisions(olds: readonly Decision[], { actor }: Call): readonly Decision[] {
  return actor.author.kind === "human" ? [] : olds.filter(({ author }) => author.kind === "human");
}

/** Asks the person whether their decisions may be replaced; undefined if nobody can be asked. */
export function askToReplace(
  theirs: readonly Decision[],
  replacement: Decision,
  call: Call,
): boolean | undefined {
  // The key includes the hash, so that the answer is valid for exactly this replacement.
  const key = `supersede-${theirs.map(({ id }) => id).join("-")}-${replacement.contextHash.slice(0, 16)}`;
  const replaced = theirs.map(({ id, statement }) => `${id} “${excerpt(statement)}”`).join("; ");
  const text = `${call.actor.author.name} wants to replace what a person decided: ${replaced}. It would hold instead: “${excerpt(replacement.statement)}”. Agree?`;
  return call.consent({ key, text });
}

export interface Agreement {
  /** The person who agreed; the replacement counts as their act. */
  readonly person: Author;
  /** Stored on the new decision, which an agent wrote: it says that the person agreed. */
  readonly note: Note;
}

/** @throws RangeError if `theirs` is empty, because then nobody had to agree. */
export function agreementTo(
  theirs: readonly Decision[],
  { secrets, clock }: DecisionDeps,
  { actor }: Call,
): Agreement {
  const [first] = theirs;
  if (!first) throw new RangeError("Nobody had to agree.");
  // The person at the client answered, who need not be the one who decided.
  const person: Author = { kind: "human", name: personOf(actor.author) ?? first.author.name };
  const ids = theirs.map(({ id }) => id).join(", ");
  const text = startScreening(secrets).text("note", `Agreed to replace ${ids}.`);
  return { person, note: { text, at: clock.now(), by: person } };
}

export const AGREED = "The person agreed to replace what a person decided.";

const excerpt = (text: string): string => {
  const characters = [...text];
  return characters.length <= LONGEST_QUOTED ? text : `${characters.slice(0, LONGEST_QUOTED).join("")}…`;
};
