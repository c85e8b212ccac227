/**
 * The scripts that a model may be unable to read. Every model reads Latin letters. `kana` stands for Japanese, with its
 * Chinese characters.
 */
export const SCRIPTS = [
  "hangul",
  "kana",
  "han",
  "cyrillic",
  "greek",
  "arabic",
  "hebrew",
  "devanagari",
  "thai",
] as const;
export type Script = (typeof SCRIPTS)[number];

/** What a reader calls them. */
export const SCRIPT_NAMES: Readonly<Record<Script, string>> = {
  hangul: "Korean",
  kana: "Japanese",
  han: "Chinese",
  cyrillic: "Cyrillic letters",
  greek: "Greek",
  arabic: "Arabic letters",
  hebrew: "Hebrew",
  devanagari: "Devanagari",
  thai: "Thai",
};

/** Those for which the word index has characters and pairs instead of words, and relevance has weights of its own. */
export const CJK_SCRIPTS = ["hangul", "kana", "han"] as const satisfies readonly Script[];

const LETTER = /\p{L}/gu;
const ASCII_ONLY = /^\p{ASCII}*$/u;
const LETTERS: Readonly<Record<Script, RegExp>> = {
  hangul: /\p{Script=Hangul}/gu,
  kana: /[\p{Script=Hiragana}\p{Script=Katakana}\u30FC]/gu,
  han: /\p{Script=Han}/gu,
  cyrillic: /\p{Script=Cyrillic}/gu,
  greek: /\p{Script=Greek}/gu,
  arabic: /\p{Script=Arabic}/gu,
  hebrew: /\p{Script=Hebrew}/gu,
  devanagari: /\p{Script=Devanagari}/gu,
  thai: /\p{Script=Thai}/gu,
};

/** The script of at least half of the letters of a text, if it is one of these. */
export function mainScript(text: string): Script | undefined {
  if (ASCII_ONLY.test(text)) return undefined;
  const letters = count(text, LETTER);
  const [kana, han] = [count(text, LETTERS.kana), count(text, LETTERS.han)];
  return SCRIPTS.find((script) => {
    const own = script === "kana" && kana > 0 ? kana + han : count(text, LETTERS[script]);
    return own > 0 && own >= letters / 2;
  });
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
