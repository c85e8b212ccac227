import { comparedTexts, type Decision, type StatedChoice } from "../../decisions/index.ts";

/** What a package is called when people speak of it. */

/** Names that are also words: in a sentence they mean a package only if they are written like a name. */
const WORDS = new Set(
  `async attrs black button client click colors command commander config connect cookie cookies cors debug deep dot express
   faker fetch fire flask form forms glob got graph helmet http id inquirer log logger merge mime moment month morgan ms
   next node open ora passport path pg pick pipe poetry pretty progress prompt prompts queue rails react records redux
   request requests retry rich router run schedule scheduler select send session sharp slate split state store table test
   time url uuid validator vue watch when which worker yup`.split(/\s+/),
);

/** The last part of a name that says nothing without its scope. */
const GENERIC = new Set(
  `api app base cli client common core driver js lib library main module node plugin python react runtime sdk server types ui
   utils web`.split(/\s+/),
);

/** The version that a module of Go ends in. */
const VERSION = /^v\d+$/;

/** Whether a text speaks of a package. */
function speaksOf(text: string, name: string): boolean {
  const written = wordsOf(text);
  return formsOf(name).some((form) => isWritten(form, written));
}

interface Word {
  readonly word: string;
  /** Written like a name: with a capital letter within a sentence, in backticks, alone, or alone after `with` or `use`. */
  readonly isName: boolean;
}

/** `with moment` at the end of a part of a sentence speaks of a thing of that name, and `with each request` does not. */
const ALONE =
  /\b(?:with|use|uses|using|via|through|adopt|on)\s+([\p{L}\p{N}]+)(?=\s*(?:$|[,;.:)]|\s(?:for|to|in|on|and|as|from|or)\s))/giu;

function wordsOf(text: string): Word[] {
  const quoted = [...text.matchAll(/`([^`]+)`/g)].flatMap(([, code = ""]) => partsOf(code));
  const alone = [...text.matchAll(ALONE)].map(([, word = ""]) => word.toLowerCase());
  const names = new Set([...quoted, ...alone]);
  const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)];
  return words.map(([word], n) => ({
    word: word.toLowerCase(),
    isName:
      words.length === 1 ||
      names.has(word.toLowerCase()) ||
      (n > 0 && /^\p{Lu}/u.test(word)) ||
      /\p{Ll}\p{Lu}/u.test(word),
  }));
}

const partsOf = (name: string): string[] => name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** The ways to say a name, each as its words: the whole of it, its last part, or its scope where the rest is generic. */
function formsOf(name: string): string[][] {
  const segments = name.split(/[/:]/).filter((part) => part !== "" && !VERSION.test(part));
  const last = segments.at(-1) ?? "";
  const scope = name.startsWith("@") ? segments[0]?.slice(1) : undefined;
  const isGeneric = GENERIC.has(last.toLowerCase());
  const forms = [
    segments.length <= 2 ? partsOf(name) : [],
    isGeneric ? [] : partsOf(last),
    isGeneric && scope !== undefined ? partsOf(scope) : [],
    // `node-redis` and `redis-py` are spoken of as Redis.
    isGeneric ? [] : partsOf(last).filter((part) => !["node", "js", "py", "python", "go"].includes(part)),
  ];
  return forms.filter((form) => form.join("").length > 1);
}

/** The words of a form in a row, or written as one. */
function isWritten(form: readonly string[], written: readonly Word[]): boolean {
  const joined = form.join("");
  const needsName = form.length === 1 && WORDS.has(joined);
  return written.some(({ word, isName }, n) => {
    if (word === joined) return !needsName || isName;
    return form.length > 1 && form.every((part, i) => written[n + i]?.word === part);
  });
}

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
