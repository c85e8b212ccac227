import type { Decision, Note } from "../../domain/decisions/decision.ts";
import { namedAuthor } from "../../domain/shared/actor.ts";
import { foldLines } from "../../domain/shared/lines.ts";
import type { Call } from "../shared/operation.ts";
import { consentNote } from "../shared/reported-consent.ts";
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
  const text = `The ${namedAuthor(call.actor.author)} wants to replace what a person decided: ${replaced}. It would hold instead: “${excerpt(replacement.statement)}”. Agree?`;
  return call.consent({ key, text });
}

/** The note on a decision that replaces those of a person with their reported consent. */
export function replacementNote(theirs: readonly Decision[], deps: DecisionDeps, call: Call): Note {
  const what = `replace ${theirs.map(({ id }) => id).join(", ")}`;
  return { text: consentNote(what, deps, call), at: deps.clock.now(), by: call.actor.author };
}

export const CONSENT_REPORTED =
  "The client reported the consent of a person to replace what a person decided.";

const excerpt = (text: string): string => {
  const characters = [...foldLines(text)];
  return characters.length <= LONGEST_QUOTED
    ? characters.join("")
    : `${characters.slice(0, LONGEST_QUOTED).join("")}…`;
};
