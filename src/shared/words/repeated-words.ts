/** Fewer characters in a row are everybody's words. */
const PASSAGE = 20;
/** So many are a quotation. Of a shorter text, all of it is. */
const QUOTATION = 40;
/** Every passage contains a seed that begins at a multiple of `STRIDE`, so only those have to be looked up. */
const SEED = 10;
const STRIDE = PASSAGE - SEED + 1;

/** In place of words that were erased. */
export const ERASED = "[erased]";
/** Half a character belongs to a word, too, so that no character is divided. */
const WORD = /[\p{L}\p{M}\p{N}_\ud800-\udfff]/u;

/** Some texts, and what of their words stands elsewhere. Case, white space, emphasis and curly marks make no difference. */
export interface RepeatedWords {
  /** The passages of the texts that stand in another one, and whether these are so much of a text that it is quoted. */
  foundIn(text: string): { readonly passages: readonly string[]; readonly isQuoted: boolean };
  /** The other text with `[erased]` in place of its passages, in whole words, but for those that may stay. */
  takenOutOf(text: string, mayStay: (passage: string) => boolean): string;
}

/** Of the statements also those that are shorter than a passage: they are somebody's where they stand as a whole. */
export function repeatedWords(texts: readonly string[], statements: readonly string[] = []): RepeatedWords {
  const folded = texts.map((text) => fold(text).trim()).filter(({ length }) => length >= PASSAGE);
  const short = folded.filter(({ length }) => length < QUOTATION);
  const brief = statements.map(withoutEnd).filter(({ length }) => length >= SEED && length < PASSAGE);
  const seeds = new Set(folded.flatMap((text) => windowsOf(text, SEED)));
  const passages = new Set(folded.flatMap((text) => windowsOf(text, PASSAGE)));

  /** Where passages begin in a folded text, in order. */
  const placesIn = (text: string): number[] => {
    const places: number[] = [];
    for (let seed = 0; seed + SEED <= text.length; seed += STRIDE) {
      if (!seeds.has(text.slice(seed, seed + SEED))) continue;
      for (let at = Math.max(0, seed - STRIDE + 1); at <= seed; at++)
        if (passages.has(text.slice(at, at + PASSAGE))) places.push(at);
    }
    return places;
  };

  const briefIn = (text: string): Place[] =>
    brief.flatMap((one) => wholePlacesOf(one, text).map((at) => ({ at, words: one })));

  return {
    foundIn(text) {
      const words = fold(text);
      const places = placesIn(words);
      return {
        passages: [
          ...places.map((at) => words.slice(at, at + PASSAGE)),
          ...briefIn(words).map((place) => place.words),
        ],
        isQuoted:
          places.some((at, n) => places[n + QUOTATION - PASSAGE] === at + QUOTATION - PASSAGE) ||
          (places.length > 0 && short.some((one) => words.includes(one))),
      };
    },
    takenOutOf(text, mayStay) {
      const words = fold(text);
      const places = [
        ...placesIn(words).map((at) => ({ at, words: words.slice(at, at + PASSAGE) })),
        ...briefIn(words),
      ].filter((place) => !mayStay(place.words));
      return places.length === 0 ? text : withoutPlaces(text, places);
    },
  };
}

/** Where words stand in a folded text. */
interface Place {
  readonly at: number;
  readonly words: string;
}

/** Where the words stand and neither begin nor end within another word. */
function wholePlacesOf(words: string, text: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const around = [text[at - 1], text[at + words.length]];
    if (!around.some((letter) => WORD.test(letter ?? ""))) places.push(at);
  }
  return places;
}

/** The whole of a text is in another one, however it ends. Too short a text is nobody's. */
export function isWholeIn(text: string, other: string): boolean {
  const words = withoutEnd(text);
  return words.length >= PASSAGE && fold(other).includes(words);
}

/** A statement as others write it, who may end it otherwise. */
const withoutEnd = (text: string): string =>
  fold(text)
    .trim()
    .replace(/[.!?]+$/, "");

function withoutPlaces(text: string, unordered: readonly Place[]): string {
  const origins = placesBeforeFolding(text);
  const places = unordered.map(({ at, words }) => [at, at + words.length] as const).sort(([a], [b]) => a - b);
  let [out, from] = ["", 0];
  for (let n = 0; n < places.length; n++) {
    let [start, end] = places[n] as readonly [number, number];
    for (let next = places[n + 1]; next && next[0] <= end; next = places[++n + 1])
      end = Math.max(end, next[1]);
    const [first, last] = wholeWords(text, origins[start] as number, (origins[end - 1] as number) + 1);
    if (first > from || out === "") out += text.slice(from, first) + ERASED;
    from = Math.max(from, last);
  }
  return out + text.slice(from);
}

function wholeWords(text: string, start: number, end: number): readonly [number, number] {
  let [first, last] = [start, end];
  while (/\s/.test(text[first] ?? "")) first++;
  while (/\s/.test(text[last - 1] ?? "")) last--;
  if (WORD.test(text[first] ?? "")) while (first > 0 && WORD.test(text[first - 1] ?? "")) first--;
  if (WORD.test(text[last - 1] ?? "")) while (last < text.length && WORD.test(text[last] ?? "")) last++;
  return [first, last];
}

const windowsOf = (text: string, size: number): string[] =>
  Array.from({ length: Math.max(0, text.length - size + 1) }, (_, at) => text.slice(at, at + size));

/** Agents write for readers: in a reply a word of a statement is bold or code, and its quotation marks are curly. */
const EMPHASIS = /[*_`~]/;
const CURLY: Readonly<Record<string, string>> = { "‘": "'", "’": "'", "“": '"', "”": '"' };

/** The small letter at the end of a Greek word depends on what follows, so it is folded, too. */
function fold(text: string): string {
  const plain = text.replace(/[*_`~]+/g, "").replace(/[‘’“”]/g, (mark) => CURLY[mark] ?? mark);
  const small = plain.toLowerCase().replaceAll("ς", "σ");
  // Most texts have nothing but single spaces, and looking is faster than replacing.
  return /\s\s|[^\S ]/.test(small) ? small.replace(/\s+/g, " ") : small;
}

/** For each character of the folded text, where it stood before. */
function placesBeforeFolding(text: string): number[] {
  const places: number[] = [];
  let wasSpace = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] as string;
    if (EMPHASIS.test(letter)) continue;
    const isSpace = /\s/.test(letter);
    if (!isSpace || !wasSpace) for (const _ of letter.toLowerCase()) places.push(at);
    wasSpace = isSpace;
  }
  return places;
}
