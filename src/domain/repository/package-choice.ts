import { comparedTexts, type StatedChoice } from "../decisions/choice.ts";
import type { Decision } from "../decisions/decision.ts";
import { speaksOf } from "./package-names.ts";

/** What follows these words is not chosen, until the sentence says with what or what for. */
const REJECTED =
  /\b(?:instead of|rather than|in place of|over|not|without|vs\.?|versus)\s+(.+?)(?=$|[,;.](?:\s|$)|\s(?:because|for|with|via|through|using|by)\s)/giu;
/** `Move from X to Y` chooses Y. */
const REPLACED =
  /\b(?:from|off|replac(?:e|es|ing)|drop(?:s|ping)?|remov(?:e|es|ing)|retir(?:e|es|ing))\s+(.+?)\s(?=(?:to|by|with|for|in favou?r of)\s)/giu;
const PROHIBITED = /^\s*(?:do not|don['’]t|never|avoid|stop|no|drop|remove|reject|retire)\b/iu;

interface SpokenChoice {
  readonly chosen: string;
  readonly rejected: readonly string[];
}

/** What a decision chooses and rejects, for looking for names in it. */
function spokenChoice(stated: StatedChoice): SpokenChoice {
  const { statement, alternatives } = comparedTexts(stated);
  const rejected = [...statement.matchAll(REPLACED), ...statement.matchAll(REJECTED)].map(
    ([, text = ""]) => text,
  );
  const chosen = PROHIBITED.test(statement) ? "" : statement.replace(REPLACED, " ").replace(REJECTED, " ");
  return { chosen, rejected: [...rejected, ...alternatives.filter(isShort)] };
}

/** A longer alternative weighs several things, and one that is mentioned in it may be beside the point. */
const LONGEST_NAMED = 60;
const isShort = (text: string): boolean => text.length <= LONGEST_NAMED;

/** Whether a decision chooses a package by its name, and does not also rule it out. */
export function choosesPackage(stated: StatedChoice, name: string): boolean {
  const { chosen, rejected } = spokenChoice(stated);
  return speaksOf(chosen, name) && !rejected.some((text) => speaksOf(text, name));
}

/** Whether a decision rules a package out by its name. */
export function rulesOutPackage(stated: StatedChoice, name: string): boolean {
  const { chosen, rejected } = spokenChoice(stated);
  return !speaksOf(chosen, name) && rejected.some((text) => speaksOf(text, name));
}

/** The packages that a decision chose and that were taken out since, each once. */
export function lostPackages<L extends { readonly name: string; readonly at: Date }>(
  decision: Pick<Decision, "statement" | "alternatives" | "createdAt">,
  lost: readonly L[],
): L[] {
  const names = new Set<string>();
  return lost.filter(({ name, at }) => {
    if (names.has(name) || at <= decision.createdAt || !choosesPackage(decision, name)) return false;
    names.add(name);
    return true;
  });
}
