import { baseFormOf } from "./irregular-forms.ts";

/**
 * What the forms of a word have in common: `stored`, `stores` and `storing` give the same as `store`. It only has to be
 * equal for the forms of one word and different for other words; it need not be a word.
 */
export function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  // Whatever is used most comes back soon.
  if (stems.size >= MOST_KEPT) stems.clear();
  const stem = withoutEndings(word);
  stems.set(word, stem);
  return stem;
}

/** A cache: a search looks at some hundred words of its results, mostly the same as the one before. */
const stems = new Map<string, string>();
const MOST_KEPT = 5_000;

function withoutEndings(word: string): string {
  let stem = baseFormOf(word);
  if (/[^su]s$/.test(stem) && stem !== "https") stem = stem.slice(0, -1);
  for (const ending of ["ing", "ed"]) {
    const rest = stem.slice(0, -ending.length);
    if (stem.endsWith(ending) && !stem.endsWith("eed") && rest.length >= 2 && hasVowel(rest)) {
      stem = rest;
      break;
    }
  }
  stem = stem.replace(/(?<=..)e$/, "").replace(/(?<=..)y$/, "i");
  return stem.replace(/(?<=..)([^aeiou])\1$/, "$1");
}

const hasVowel = (text: string): boolean => /[aeiouy]/.test(text);
