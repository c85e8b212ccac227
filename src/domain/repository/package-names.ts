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
export function speaksOf(text: string, name: string): boolean {
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
